import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { looksOf } from '#server/features/operations/rules.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const text = read('docs/runbooks.md');
/** The paragraphs of each alarm, by its name. */
const paragraphs = new Map(
  text
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

test('each alarm of Prometheus has its paragraph, and each paragraph its alarm', () => {
  const alarms = [...read('deploy/prometheus-rules.yml').matchAll(/- alert: (\w+)/g)];
  expect(alarms.length).toBeGreaterThan(20);
  expect([...paragraphs.keys()].sort()).toEqual(alarms.map(([, name]) => name).sort());
});

test('a paragraph says what it means, what to look at, what to do and when it is over', () => {
  for (const [name, paragraph] of paragraphs) {
    const parts = [...paragraph.matchAll(/^\*\*([\w ]+):\*\* \S/gm)].map(([, part]) => part);
    expect(parts, name).toEqual(['Means', 'Look at', 'Do', 'Over when']);
  }
});

test('each line of Operations and each mailed alarm is named by a paragraph', () => {
  const looks = looksOf({
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
    findings: 0,
    databaseBytes: 0,
    queues: [],
    futureBackup: undefined,
    logPieceAge: undefined,
    backupAge: 0,
    drill: null,
    areBackupsEncrypted: true,
    breakages: 0,
    breakagesSpreading: 0,
    disk: { free: 1e12, size: 1e12 },
    processes: 1,
    processesWanted: 1,
  }).map(({ what }) => what);
  const named = [...text.matchAll(/^Operations: _([\w ]+)_/gm)].map(([, what]) => what);
  expect(looks.filter((what) => !named.includes(what))).toEqual([]);
  const sources = ['alarms/queries.ts', 'audit/nightly.ts'].map(
    (file) => `server/features/${file}`,
  );
  const mailed = [...sources, 'server/backup/nightly.ts'].flatMap((file) =>
    [...read(file).matchAll(/name: '([\w ]+)',\s+words\b/g)].map(([, name]) => name),
  );
  expect(mailed.length).toBeGreaterThan(6);
  expect(mailed.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
