import { callsOf } from '../../register.ts';
import { exportDifferences, readDifferences } from './differences.ts';
import { exportReconciliation, readReconciliation } from './reconciliation.ts';
import {
  decideRefund,
  proposeExceptionRefund,
  proposeRefund,
  proposeReversal,
  readRefund,
  refundRegister,
  takeBackRefund,
} from './refunds.ts';
import {
  decideStatement,
  fetchStatement,
  readColumns,
  sendStatement,
  takeBackStatement,
} from './statements.ts';

/** Its calls by name. */
export const calls = {
  readReconciliation,
  exportReconciliation,
  readDifferences,
  exportDifferences,
  sendStatement,
  readColumns,
  fetchStatement,
  decideStatement,
  takeBackStatement,
  ...callsOf('Refunds', refundRegister),
  readRefund,
  proposeRefund,
  proposeExceptionRefund,
  proposeReversal,
  decideRefund,
  takeBackRefund,
} as const;
