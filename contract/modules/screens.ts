import * as afterTicket from './after-ticket/module.ts';
import * as fieldWork from './field-work/module.ts';
import * as money from './money/module.ts';
import * as reports from './reports/module.ts';

/** The screens of all modules, each with its place in the navigation. */
export const moduleScreens = {
  ...money.screens,
  ...afterTicket.screens,
  ...reports.screens,
  ...fieldWork.screens,
} as const;

/** Their screens and calls need these, which some roles have. */
export const modulePermissions = {
  ...money.permissions,
  ...afterTicket.permissions,
  ...reports.permissions,
  ...fieldWork.permissions,
} as const;

/** Their kinds of record, each with what the product has for it. */
export const moduleRecords = {
  ...afterTicket.records,
} as const;
