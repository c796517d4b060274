import { expect, test } from 'vitest';
import type { InstallationFigures } from '#server/features/operations/figures.ts';
import { looksOf } from '#server/features/operations/rules.ts';

const figures: InstallationFigures = {
  version: '1.0.0',
  migratedBy: '1.0.0',
  unsealed: 0,
  sealingLag: 0,
  countingLag: 0,
  outboxLag: 0,
  sweepAge: 0,
  billsOverdue: 0,
  exceptionsOpen: 0,
  jobsFailed: 0,
  clocksApart: 0,
  isReplicaBehind: false,
  databaseBytes: 1,
  queues: [],
  futureBackup: undefined,
  logPieceAge: undefined,
  backupAge: 0,
  alarms: 0,
  breakages: 0,
  breakagesSpreading: 0,
  findings: 0,
  drill: null,
  disk: { free: 1e12, size: 1e12 },
  processes: 1,
  processesWanted: 1,
  areBackupsEncrypted: true,
};

const state = (what: string, changes: Partial<InstallationFigures>) =>
  looksOf({ ...figures, ...changes }).find((look) => look.what === what)?.state;

test.each([
  ['well', {}],
  ['doubtful', { clocksApart: 61 }],
  ['wrong', { clocksApart: 301 }],
  ['doubtful', { isReplicaBehind: true }],
  ['wrong', { clocksApart: 301, isReplicaBehind: true }],
] as const)('records are %s with %o', (expected, changes) => {
  expect(state('Records', changes)).toBe(expected);
});

test('the disk is doubtful as soon as Prometheus raises its alarm, and wrong below a GB', () => {
  const disk = (free: number, size: number) => state('Disk', { disk: { free, size } });
  expect(disk(1.9e9, 4e9)).toBe('doubtful');
  expect(disk(9e9, 100e9)).toBe('doubtful');
  expect(disk(1e9, 4e9)).toBe('wrong');
  expect(disk(2.1e9, 4e9)).toBe('well');
});
