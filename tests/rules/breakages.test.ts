import { expect, test } from 'vitest';
import { type BreakageReport, reportBreakages } from '#contract/breakages.ts';
import { framesIn } from '#server/features/operations/rules.ts';

const report: BreakageReport = {
  release: '1.0.0',
  place: '/unpaid',
  kind: 'render',
  name: 'TypeError',
  frames: ['unpaid-with-map-Bx3k9kQz.js:1:2045'],
};
const isTaken = (reports: readonly unknown[]) =>
  reportBreakages.body.safeParse({ reports }).success;

/** What somebody could want to hide in a report. */
const secrets = [
  'Musa Adamu',
  'KJA-482XG',
  '0803 555 0142',
  'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2ln',
  '01K9HZNGVX2Z66Z1C0ABCDEFGH',
  '/bookings?open=01K9HZNGVX2Z66Z1C0ABCDEFGH',
  'https://hanya.example/t/ABCDEF',
  'musa@example.com',
];

test('a report says what happened in words of closed lists and in numbers', () => {
  expect(isTaken([report])).toBe(true);
  expect(isTaken([])).toBe(false);
  expect(isTaken(Array.from({ length: 21 }, () => report))).toBe(false);
  expect(isTaken([{ ...report, frames: Array.from({ length: 6 }, () => report.frames[0]) }])).toBe(
    false,
  );
});

test.each(secrets)('no field of a report takes %s', (secret) => {
  for (const field of Object.keys(report).filter((key) => key !== 'frames'))
    expect(isTaken([{ ...report, [field]: secret }]), field).toBe(false);
  for (const frame of [secret, `${secret}.js:1:1`, `${report.frames[0]} ${secret}`])
    expect(isTaken([{ ...report, frames: [frame] }]), frame).toBe(false);
  for (const field of ['message', 'stack', 'url', 'at', secret])
    expect(isTaken([{ ...report, [field]: secret }]), field).toBe(false);
});

test('a frame is kept only where it lies in a file of the build', () => {
  const scripts = new Set(['unpaid-with-map-Bx3k9kQz.js']);
  // All of these have the form of a frame.
  const hidden = ['kja-KJA482XG.js:1:1', 'musa-adamu-08035550.js:1:1'];
  expect(isTaken([{ ...report, frames: hidden }])).toBe(true);
  expect(framesIn(scripts, [...hidden, ...report.frames])).toBe(report.frames[0]);
  expect(framesIn(new Set(), report.frames)).toBe('');
});
