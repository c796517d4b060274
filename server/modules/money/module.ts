import type { Module } from '../module.ts';
import { offencePaymentsPart } from './offence-payments/routes.ts';
import { reconciliationPart } from './reconciliation/routes.ts';
import { refundsPart } from './refunds/routes.ts';

export const moneyModule: Module = {
  name: 'money control',
  parts: [reconciliationPart, offencePaymentsPart, refundsPart],
  tables: ['statements', 'refunds'],
  proposals: ['statement', 'refund', 'reversal'],
};
