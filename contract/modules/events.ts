import * as afterTicket from './after-ticket/events.ts';
import * as fieldWork from './field-work/events.ts';
import * as money from './money/events.ts';
import * as reports from './reports/events.ts';

/** All modules write these into the audit trail, each with its words. */
export const moduleEvents = {
  ...money.events,
  ...afterTicket.events,
  ...reports.events,
  ...fieldWork.events,
} as const;

/** Two people decide these. */
export const moduleDecisions = {
  ...money.decisions,
  ...afterTicket.decisions,
  ...reports.decisions,
} as const;

/** These wait for a superior. */
export const moduleWaiting = {
  ...afterTicket.waiting,
} as const;
