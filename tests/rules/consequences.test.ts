import { describe, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import { proposalKinds } from '#contract/decisions.ts';
import { sayEnglish } from '#contract/language.ts';
import { type WaitingKind, waitingKinds } from '#contract/waiting.ts';
import type { Arrival, NewTicket } from '#server/acts/arrival.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import type { Happened, Objections, Part, TicketOnPage } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { system } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { allParts } from '#server/modules.ts';
import { partly } from '#tests/support/partly.ts';

const deps = partly<Deps>({});
const trx = partly<Parameters<NonNullable<Part['dueDay']>>[0]>({});
const arrival = partly<Arrival>({});
const ticket = partly<NewTicket>({});
const booking = partly<Booking>({});
const cleared = partly<Happened>({ event: 'booking.cleared', id: 'B', actor: system });
const says =
  <Said>(said: Said) =>
  () =>
    Promise.resolve(said);
const no = new Refusal(409, 'no', 'It stays.');

const objections = partly<Objections>({});
const caseFileOnPage = () => Promise.resolve(undefined);
/** Consequences of these parts, besides one that takes objections and finds case files. */
const of = (...parts: Omit<Part, 'name'>[]) =>
  consequencesOf(
    [{ objections, caseFileOnPage }, ...parts].map((part, at) => ({ name: `${at}`, ...part })),
    () => deps,
  );

describe('a record that comes in', () => {
  test('was on its way for as long as the first part says that says anything', async () => {
    const [five, seven] = [5, 7].map((milliseconds) => ({ milliseconds, isLetIn: false }));
    const parts = of(
      {},
      { admits: says(null) },
      { admits: says(five ?? null) },
      { admits: says(seven ?? null) },
    );
    expect(await parts.admit(deps, arrival)).toBe(five);
    expect(await of({}).admit(deps, arrival)).toBeNull();
  });

  test('is refused by any part, and no later one is asked', async () => {
    let asked = 0;
    const later = {
      admits: () => {
        asked += 1;
        return Promise.resolve(null);
      },
    };
    const inTime = { milliseconds: 5, isLetIn: false };
    expect(
      await of({ admits: says(inTime) }, { admits: says(no) }, later).admit(deps, arrival),
    ).toBe(no);
    expect(asked).toBe(0);
  });
});

test('a new ticket is due on the day that the first part names which names one', async () => {
  const parts = of(
    {},
    { dueDay: says(null) },
    { dueDay: says('2026-12-24') },
    { dueDay: says('2027-01-01') },
  );
  expect(await parts.dueDay(trx, ticket)).toBe('2026-12-24');
  expect(await of({}).dueDay(trx, ticket)).toBeNull();
});

test('an act is stopped by the first part that refuses it, and by none for another event', async () => {
  const parts = of(
    {
      stops: { 'booking.cleared': says(null) },
      looksFirst: { 'booking.withdrawn': says(no) },
    },
    { stops: { 'booking.cleared': says(no) } },
  );
  expect(await parts.whyStopped(trx, 'booking.cleared', booking)).toBe(no);
  expect(await parts.whyStopped(trx, 'booking.withdrawn', booking)).toBeNull();
  expect(await parts.lookFirst(deps, 'booking.withdrawn', system, booking)).toBe(no);
  expect(await parts.lookFirst(deps, 'booking.cleared', system, booking)).toBeNull();
});

describe('what follows from an event', () => {
  test('happens in the order of the parts, one after the other', async () => {
    const done: string[] = [];
    const slow = async () => {
      await Promise.resolve();
      done.push('first');
    };
    await of(
      { follows: { 'booking.cleared': slow } },
      { follows: { 'booking.paid': () => Promise.resolve(void done.push('never')) } },
      { follows: { 'booking.cleared': () => Promise.resolve(void done.push('second')) } },
    ).follow(trx, cleared);
    expect(done).toEqual(['first', 'second']);
  });

  test('ends with the first follower that fails, whose error it is', async () => {
    const done: string[] = [];
    const parts = of(
      { follows: { 'booking.cleared': () => Promise.reject(new Error('The disk is full.')) } },
      { follows: { 'booking.cleared': () => Promise.resolve(void done.push('later')) } },
    );
    await expect(parts.follow(trx, cleared)).rejects.toThrow('The disk is full.');
    expect(done).toEqual([]);
  });
});

test('notes on a ticket’s page, lines of reports and troubles are those of all parts, in their order', async () => {
  const note = (title: string) => ({ title, words: '', mayPay: true });
  const rows = { figure: 'late' } as const;
  const line = (label: string) => ({
    table: 'Bookings from earlier months',
    label,
    count: 1,
    kobo: 100,
    rows,
  });
  const parts = of(
    { onTicketPage: says(note('one')), reportLines: says([line('a'), line('b')]) },
    { onTicketPage: says(null), troubles: says([{ name: 'x', words: 'X.' }]) },
    { onTicketPage: says(note('two')), reportLines: says([line('c')]) },
  );
  const notes = await parts.notesOnPage(trx, partly<TicketOnPage>({}), sayEnglish);
  expect(notes.map(({ title }) => title)).toEqual(['one', 'two']);
  const lines = await parts.reportLines(partly<Parameters<typeof parts.reportLines>[0]>({}));
  expect(lines.map(({ label }) => label)).toEqual(['a', 'b', 'c']);
  expect(await parts.troubles(deps)).toEqual([{ name: 'x', words: 'X.' }]);
});

test('one part at most takes objections and finds case files, and nobody asks where none does', () => {
  expect(of({}).objections).toBe(objections);
  expect(() => of({ objections })).toThrow('At most one part can have objections.');
  const none = consequencesOf([], () => deps);
  expect(() => none.objections).toThrow('No part of the product has that.');
  expect(of({}).caseFileOnPage).toBe(caseFileOnPage);
  expect(() => of({ caseFileOnPage })).toThrow('At most one part can have caseFileOnPage.');
});

test('every kind of what waits is found: proposals in their table, all others by one part', () => {
  // What ends by itself, without a decision, waits no longer.
  const byTheirPart: readonly WaitingKind[] = ['settlement', 'dispute answer'];
  for (const kind of Object.keys(waitingKinds) as WaitingKind[]) {
    const found = allParts.filter(({ queues }) => queues?.[kind]?.rows);
    expect(found, kind).toHaveLength(byTheirPart.includes(kind) || !isProposed(kind) ? 1 : 0);
  }
});

const isProposed = (kind: WaitingKind) => (proposalKinds as readonly string[]).includes(kind);
