import type { Module } from '../module.ts';
import { reconciliationPart } from './reconciliation/routes.ts';
import { refundsPart } from './refunds/routes.ts';

export const moneyModule: Module = {
  name: 'money control',
  parts: [reconciliationPart, refundsPart],
  tables: ['statements', 'refunds'],
  proposals: ['statement', 'refund', 'reversal'],
};
