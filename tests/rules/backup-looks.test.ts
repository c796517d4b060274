import { expect, test } from 'vitest';
import type { InstallationFigures } from '#server/features/operations/figures.ts';
import { looksOf } from '#server/features/operations/rules.ts';

const day = 86_400;
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
  alarms: 0,
  breakages: 0,
  breakagesSpreading: 0,
  findings: 0,
  databaseBytes: 0,
  queues: [],
  futureBackup: undefined,
  logPieceAge: undefined,
  backupAge: 7_200,
  drill: null,
  disk: { free: 1e12, size: 1e12 },
  processes: 1,
  processesWanted: 1,
  areBackupsEncrypted: true,
};

function told(changes: Partial<InstallationFigures>): string {
  const look = looksOf({ ...figures, ...changes }).find(({ what }) => what === 'Backups');
  return `${look?.state}: ${look?.words}`;
}

test('a backup from the future is wrong, however old the newest other one is', () => {
  const futureBackup =
    'The backup X is named after a time in the future, because a clock was wrong. Rename the backup to the time when it was taken, or remove it.';
  expect(told({ futureBackup })).toBe(`wrong: ${futureBackup}`);
});

test('a log of which no piece has arrived for five minutes is wrong', () => {
  expect(told({ drill, logPieceAge: 299 })).toMatch(/^well: /);
  expect(told({ drill, logPieceAge: 420 })).toBe(
    'wrong: No piece of the database’s log has reached BACKUP_DIR for 7 minutes. Check that Hanya can write to BACKUP_DIR and that its disk has room.',
  );
});

const drill = { age: 5 * day, holds: true, readBackAge: 5 * day };

test('Operations says that backups are not encrypted', () => {
  expect(told({ drill, areBackupsEncrypted: false })).toBe(
    'doubtful: The newest backup was taken 2 hours ago. A backup passed its check 5 days ago. Backups are not encrypted. Set BACKUP_RECIPIENTS.',
  );
  expect(told({ drill })).toBe(
    'well: The newest backup was taken 2 hours ago. A backup passed its check 5 days ago.',
  );
});

test('Operations says that nothing was read back, and since when', () => {
  expect(told({ drill: { ...drill, readBackAge: null } })).toBe(
    'doubtful: The newest backup was taken 2 hours ago. The newest backup was checked 5 days ago, and its files had not changed. No backup has been opened and checked yet, because BACKUP_IDENTITY_FILE is not set. Set it, and run hanya backup check.',
  );
  const words = told({ drill: { ...drill, readBackAge: 40 * day } });
  expect(words).toMatch(
    /^well: .* No backup has been opened and checked in the last 40 days, because BACKUP_IDENTITY_FILE/,
  );
  expect(told({ drill: { ...drill, readBackAge: 93 * day } })).toMatch(/^doubtful: /);
});
