import { describe, expect, test } from 'vitest';
import { type BreakageReport, reportBreakages } from '#contract/breakages.ts';
import { reportOf } from '#web/api/breakages/report-of.ts';
import { overdueAt } from '#web/sending/overdue.ts';
import { newWaitingRecord } from '#web/sending/waiting-record.ts';

const origin = 'https://hanya.example';
const page = { origin, path: '/unpaid', version: '1.0.0' };
const ours = `${origin}/assets/unpaid-with-map-Bx3k9kQz.js`;

function failing(message: string, stack: string, name = 'TypeError'): Error {
  return Object.assign(new Error(message), { name, stack });
}

test('an error is told by its class and the innermost places in our own scripts', () => {
  const error = failing(
    'x is not a function',
    [
      'TypeError: x is not a function',
      `    at f (${ours}:1:2045)`,
      `    at async ${origin}/assets/index-Ab_-9kQz.js:2:7`,
      `    at ${origin}/unpaid?q=KJA-482XG:3:4`,
      '    at <anonymous>',
    ].join('\n'),
  );
  const report = {
    release: '1.0.0',
    place: '/unpaid',
    kind: 'render',
    name: 'TypeError',
    frames: ['unpaid-with-map-Bx3k9kQz.js:1:2045', 'index-Ab_-9kQz.js:2:7'],
  };
  expect(reportOf(['render', error], page)).toEqual(report);
  const ofWorkers = failing(
    '',
    `f@${origin}/service-worker.js:2:7\n@${origin}/assets/shrink-worker-CZtFQQIV.js:1:9`,
  );
  expect(reportOf(['render', ofWorkers], page)).toEqual({
    ...report,
    frames: ['service-worker.js:2:7', 'shrink-worker-CZtFQQIV.js:1:9'],
  });
  // As Firefox and Safari write it.
  const gecko = failing('', `f@${ours}:1:2045\n@${origin}/assets/index-Ab_-9kQz.js:2:7`);
  expect(reportOf(['render', gecko], page)).toEqual(report);
});

test('what is none of ours is not reported', () => {
  const foreign = failing('no', 'Error: no\n    at g (chrome-extension://abc/content.js:1:2)');
  expect(reportOf(['script', foreign], page)).toBeNull();
  // Such as what a script of another host does, or an observer of sizes.
  expect(reportOf(['script', null], page)).toBeNull();
  expect(reportOf(['promise', undefined], page)).toBeNull();
  const violation = { effectiveDirective: 'script-src-elem', lineNumber: 1, columnNumber: 2 };
  const byExtension = { ...violation, sourceFile: 'moz-extension://abc/content.js' };
  expect(reportOf(['policy', byExtension], page)).toBeNull();
});

test('a script that cannot be had is told as such, whatever broke with it', () => {
  const error = failing(`Failed to fetch dynamically imported module: ${ours}`, '');
  expect(reportOf(['render', error], page)).toMatchObject({ kind: 'file', frames: [] });
});

test('a breach of the policy is told by its directive and its place in our scripts', () => {
  const violation = {
    effectiveDirective: 'img-src',
    blockedURI: 'https://elsewhere.example/KJA-482XG.png',
    sourceFile: ours,
    lineNumber: 1,
    columnNumber: 9,
  };
  expect(reportOf(['policy', violation], page)).toMatchObject({
    name: 'img-src',
    frames: ['unpaid-with-map-Bx3k9kQz.js:1:9'],
  });
});

describe.each([
  'Musa Adamu',
  'KJA-482XG',
  '0803 555 0142',
  'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2ln',
  '01K9HZNGVX2Z66Z1C0ABCDEFGH',
  `at f (${origin}/assets/musa-KJA482XG.js:1:2)\n    at f (${origin}/assets/musa-KJA482XG.js:1:2)`,
  `\n${origin}/assets/musa-KJA482XG.js:1:2\n`,
])('an error that names %j', (secret) => {
  const told = (report: BreakageReport | null) => {
    if (report) expect(reportBreakages.body.parse({ reports: [report] })).toBeTruthy();
    return JSON.stringify(report);
  };
  const words = secret.match(/[\w-]{7,}/g) ?? [];
  const places = ['/unpaid', `/bookings/${secret}`, `/unpaid?search=${secret}`];

  test.each(['script', 'promise', 'render'] as const)(
    'leaves nothing of it in a report of %s',
    (kind) => {
      const errors = [
        failing(secret, `TypeError: ${secret}\n    at f (${ours}:1:2)`),
        failing(secret, `TypeError: ${secret}\n    at f (${ours}?q=${words[0]}:1:2)`, secret),
        failing('', `at ${words[0]} (${ours}:1:2)`),
        failing(`Importing a module script failed. ${secret}`, '', secret),
        Object.assign(failing(secret, ''), { cause: secret, url: secret, [secret]: secret }),
        secret,
        { name: secret, message: secret, stack: secret },
      ];
      for (const error of errors)
        for (const path of places) {
          const text = told(reportOf([kind, error], { ...page, path }));
          for (const word of words) expect(text, word).not.toContain(word);
        }
    },
  );

  test('leaves nothing of it in a report of anything else', () => {
    for (const kind of ['file', 'draft', 'waiting', 'start'] as const)
      for (const path of places) {
        const text = told(reportOf([kind], { ...page, path }));
        for (const word of words) expect(text, word).not.toContain(word);
      }
  });

  test('leaves nothing of it in a report of a breach', () => {
    const violation = {
      effectiveDirective: secret,
      blockedURI: secret,
      sample: secret,
      documentURI: secret,
      sourceFile: `${origin}/${secret}`,
      lineNumber: 1,
      columnNumber: 2,
    };
    for (const path of places) {
      const text = told(reportOf(['policy', violation], { ...page, path }));
      for (const word of words) expect(text, word).not.toContain(word);
    }
  });
});

test('a record is overdue an hour after it was made, unless it waits for a person', () => {
  const now = Date.UTC(2026, 10, 22, 8);
  const made = (minutesAgo: number) =>
    newWaitingRecord(
      { _id: 'an id', kind: 'booking', body: {}, label: 'KJA-482XG', toldPrice: null },
      [],
      now - minutesAgo * 60_000,
    );
  const [old, fresh] = [made(61), made(59)];
  const refused = { ...made(600), problem: 'refused' as const };
  const late = { ...made(600), problem: 'too late' as const };
  expect(overdueAt([old, fresh, refused, late], now)).toEqual([old]);
});
