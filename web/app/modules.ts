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

/** What they show in screens of the core. */
export const moduleSlots = [moneyModule.slots, afterTicketModule.slots, fieldWorkModule.slots];
