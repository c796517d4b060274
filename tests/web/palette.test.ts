import { expect, test } from 'vitest';
import { type Role, roles } from '#contract/roles.ts';
import { commandsFor } from '#web/app/palette/commands.tsx';
import { matchesWords, subjectOf } from '#web/app/palette/palette-rules.ts';

const nothing = () => undefined;
const labels = (query: string, role: Role) =>
  commandsFor(query, {
    user: { role },
    goTo: nothing,
    openPopup: nothing,
    onTheme: nothing,
    onHelp: nothing,
    onPlates: nothing,
    onLogout: nothing,
  }).flatMap(({ entries }) => entries.map(({ label }) => label));

test('a command is found by the beginnings of its words, in any order', () => {
  expect(matchesWords('New booking ticket', 'book new')).toBe(true);
  expect(matchesWords('New booking ticket', 'ooking')).toBe(false);
  expect(matchesWords('Paid & Awaiting Clearance', 'await')).toBe(true);
  expect(matchesWords('Anything', '')).toBe(true);
});

test.each([
  ['ABC-123DE', 'plate'],
  ['abc 123de', 'plate'],
  ['kad48271aa12', 'license'],
  ['0803 555 0142', 'phone'],
  ['+234 803 555 0142', 'phone'],
])('%s looks like a %s', (query, of) => {
  expect(subjectOf(query)).toEqual({ of, value: query.toUpperCase() });
});

test.each(['', 'Sadiq', '12345', 'new booking', '3KF7ZJDJCA9YV5FS', 'ABC-12 and more'])(
  '%j looks like no plate, licence or phone',
  (query) => {
    expect(subjectOf(query)).toBeNull();
  },
);

test('each role is offered its own screens only', () => {
  expect(labels('', 'operator')).toEqual(expect.arrayContaining(['Base', 'Unpaid Booking']));
  expect(labels('insurance', 'operator')).toEqual([]);
  expect(labels('insurance', 'zonal head')).toContain('Unpaid Insurance');
  const seeUsers = roles.filter((role) => labels('admin', role).includes('Admin'));
  expect(seeUsers).toEqual(['state admin', 'observer']);
});

test('a search for a name doesn’t offer a theme by one of its lesser words', () => {
  expect(labels('sa', 'state admin')).toEqual([]);
  expect(labels('dark', 'state admin')).toEqual(['Theme: Dark']);
});
