import { expect, test } from 'vitest';
import { decisionKinds } from '#contract/decisions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as endpoints from '#contract/endpoints.ts';

const all: readonly Endpoint[] = Object.values(endpoints.endpoints);
const takenBack = Object.values(decisionKinds).flatMap(({ steps }) =>
  'taken back' in steps ? [steps['taken back'].event as string] : [],
);

test('whoever takes back what waits, ends what two gave, or stops what goes on proves who they are', () => {
  const others = [
    'duty.ended',
    'booking.held',
    'booking.hold-lifted',
    'report.schedule-set',
    'report.schedule-ended',
  ];
  const asked = all.filter(
    ({ audit, permission }) =>
      permission !== 'public' &&
      [...takenBack, ...others, 'booking.opted-out'].includes(audit ?? ''),
  );
  expect(asked.length).toBeGreaterThan(takenBack.length);
  expect(asked.filter(({ proof }) => proof !== 'lately').map(({ path }) => path)).toEqual([]);
});

test('what two people do is asked for a proof at both steps', () => {
  const byTwo = all.filter(({ ruleOfTwo }) => ruleOfTwo === 'waits' || ruleOfTwo === 'confirms');
  expect(byTwo.length).toBeGreaterThan(20);
  expect(byTwo.filter(({ proof }) => proof === undefined).map(({ path }) => path)).toEqual([]);
});
