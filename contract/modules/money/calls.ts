import { exportDifferences, readDifferences } from './differences.ts';
import { exportReconciliation, readReconciliation } from './reconciliation.ts';
import {
  decideRefund,
  listRefunds,
  proposeExceptionRefund,
  proposeRefund,
  proposeReversal,
  readRefund,
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
  listRefunds,
  readRefund,
  proposeRefund,
  proposeExceptionRefund,
  proposeReversal,
  decideRefund,
  takeBackRefund,
} as const;
