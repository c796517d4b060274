import { afterTicketModule } from '#web/modules/after-ticket/module.ts';
import { fieldWorkModule } from '#web/modules/field-work/module.ts';
import { moneyModule } from '#web/modules/money/module.ts';
import { reportsModule } from '#web/modules/reports/module.ts';

/** The pages of the modules around the core, which knows none of them. */
export const modulePages = {
  ...moneyModule.pages,
  ...afterTicketModule.pages,
  ...reportsModule.pages,
  ...fieldWorkModule.pages,
};

/** The looks of their entries in the side navigation: none has one of its own yet. */
export const moduleEntries = {};

/** The forms of what devices make without a network: none has one yet. */
export const moduleForms = {};

/** What they show in screens of the core. */
export const moduleSlots = [moneyModule.slots, afterTicketModule.slots, fieldWorkModule.slots];
