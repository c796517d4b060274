import * as afterTicket from './after-ticket/calls.ts';
import * as fieldWork from './field-work/calls.ts';
import * as money from './money/calls.ts';
import * as reports from './reports/calls.ts';

/** The calls of all modules by name. */
export const moduleCalls = {
  ...money.calls,
  ...afterTicket.calls,
  ...reports.calls,
  ...fieldWork.calls,
} as const;
