import * as afterTicket from './after-ticket/events.ts';
import * as fieldWork from './field-work/events.ts';
import * as money from './money/events.ts';
import * as reports from './reports/events.ts';

/** What all modules write into the audit trail, with its words. */
export const moduleEvents = {
  ...money.events,
  ...afterTicket.events,
  ...reports.events,
  ...fieldWork.events,
} as const;

/** What two people decide in them. */
export const moduleDecisions = {
  ...money.decisions,
  ...afterTicket.decisions,
  ...reports.decisions,
} as const;

/** What waits in them for a superior. */
export const moduleWaiting = {
  ...afterTicket.waiting,
} as const;
