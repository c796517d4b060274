import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { readDossier } from '#contract/dossiers.ts';
import {
  decideWaiver,
  endObligation,
  obligationRegister,
  type Obligation,
  reopenObligation,
} from '#contract/modules/after-ticket/obligations.ts';
import { printPaper } from '#contract/modules/after-ticket/papers.ts';
import { obligationDueDay } from '#contract/modules/after-ticket/ticket-rules.ts';
import { readMyDay } from '#contract/modules/field-work/shifts.ts';
import { daysToAnswer, listWaiting } from '#contract/waiting.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import { waitingTooLong } from '#server/features/waiting/queries.ts';
import { allParts } from '#server/modules.ts';
import { compareRecords } from '#server/trail.ts';
import { askFile } from '#tests/support/exported.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let head: Person;
let officer: Person;
/** Another officer of the zone, who says what was done. */
let yard: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  yard = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const rules = { holds: ['repairs' as const] };
  await ticketRules(app, { days: -40, by: admin.id, decidedBy: head.id, rules });
});
afterAll(() => app.stop());

/** Driving of a vehicle by a person under 18: impounding, and dislodging the driver. */
const twoOf = () => booked(officer, { offence: [{ id: 'LGC-04' }] });
const repairs = 'VDF-01';

const obligationsOf = async (booking: string): Promise<Obligation[]> =>
  (await officer.ok(obligationRegister.list, { query: { booking } })).data.toSorted(
    (one, other) => one.place - other.place,
  );
const end = (by: Person, id: string, how: 'done' | 'waiver', place = 1) =>
  by.call(endObligation, { params: { id }, body: { place, how, reason: 'It was seen.' } });
const decide = (by: Person, id: string, agrees: boolean) =>
  by.call(decideWaiver, { params: { id }, body: { place: 1, agrees } });

test('the parts of a ticket’s penalties are open, each due by the rules of its day', async () => {
  const { _id: id } = await twoOf();
  const today = dayFromNow(0);
  expect(await obligationsOf(id)).toMatchObject([
    { kind: 'custody', words: 'Impounding vehicle', dueDay: null, state: 'open', by: null },
    { kind: 'roadside', words: 'Dislodging driver', dueDay: today, state: 'open' },
  ]);
  const { _id: other } = await booked(officer, { offence: [{ id: repairs }] });
  expect(await obligationsOf(other)).toMatchObject([
    { kind: 'repairs', dueDay: obligationDueDay(someRules, 'repairs', today) },
  ]);
  const { _id: none } = await booked(officer, { offence: [{ id: 'LGC-02' }] });
  expect(await obligationsOf(none)).toEqual([]);
});

test('one person says what was done, once, and the list says who', async () => {
  const { _id: id } = await twoOf();
  const answers = await Promise.all([end(yard, id, 'done', 2), end(head, id, 'waiver', 2)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await end(yard, id, 'done')).body).toMatchObject({
    data: { state: 'done', reason: 'It was seen.', by: { id: yard.id } },
  });
  expect((await end(yard, id, 'done', 7)).status).toBe(404);
});

test('whoever issued the ticket neither says that it is done nor decides about its waiver', async () => {
  const own = await booked(head, { zone: 'Zaria', offence: [{ id: 'LGC-04' }] });
  for (const [issuer, id] of [
    [officer, (await twoOf())._id],
    [head, own._id],
  ] as const) {
    expect(await end(issuer, id, 'done')).toMatchObject({
      status: 409,
      body: { code: 'own_ticket' },
    });
    expect((await end(issuer, id, 'waiver')).status).toBe(200);
  }
  const { _id: asked } = await booked(head, { zone: 'Zaria', offence: [{ id: 'LGC-04' }] });
  await end(yard, asked, 'waiver');
  expect(await decide(head, asked, true)).toMatchObject({ body: { code: 'own_ticket' } });
  expect((await decide(admin, asked, true)).status).toBe(200);
});

const reopen = (by: Person, id: string, place = 1) =>
  by.call(reopenObligation, {
    params: { id },
    body: { place, reason: 'Another vehicle was seen.' },
  });

test('a superior opens again what was noted as done by mistake, once, and not what they noted themselves', async () => {
  const { _id: id } = await twoOf();
  expect((await reopen(head, id)).body).toMatchObject({ code: 'not_done' });
  await end(yard, id, 'done');
  expect((await reopen(yard, id)).status).toBe(403);
  const both = await Promise.all([reopen(head, id), reopen(admin, id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await obligationsOf(id))[0]).toMatchObject({
    state: 'open',
    reason: 'Another vehicle was seen.',
  });
  await end(head, id, 'done');
  expect((await reopen(head, id)).body).toMatchObject({ code: 'own_proposal' });
  expect((await reopen(admin, id, 9)).status).toBe(404);
  await head.ok(withdrawBooking, { params: { id }, body: { reason: 'Booked by mistake.' } });
  expect((await reopen(admin, id)).body).toMatchObject({ code: 'withdrawn' });
});

test('a waiver waits for a superior who neither asked for it nor issued the ticket, and too long a wait raises an alarm', async () => {
  const { _id: id } = await booked(head, { zone: 'Zaria', offence: [{ id: 'LGC-04' }] });
  await end(yard, id, 'waiver');
  const waits = async (by: Person) =>
    (await by.ok(listWaiting)).data
      .find(({ kind }) => kind === 'waiver')
      ?.oldest.filter((one) => one.id === `${id}-1`).length ?? 0;
  expect([await waits(admin), await waits(head)]).toEqual([1, 0]);
  const consequences = consequencesOf(allParts, () => {
    throw new Error('Nothing follows.');
  });
  const alarm = async () =>
    (await waitingTooLong({ db: app.db, consequences })).find(({ name }) => name === 'late waiver');
  expect(await alarm()).toBeUndefined();
  await app.owner
    .updateTable('obligations')
    .set({ acted_at: new Date(Date.now() - (daysToAnswer + 1) * 86_400_000) })
    .where((eb) => eb.and({ booking_id: id, place: 1 }))
    .execute();
  expect(await alarm()).toMatchObject({ words: expect.stringContaining('A waiver has') as string });
  await decide(admin, id, false);
  expect([await waits(admin), await alarm()]).toEqual([0, undefined]);
});

test('a waiver counts once another person confirms it, and a refused one leaves it open', async () => {
  const { _id: id } = await twoOf();
  expect((await decide(admin, id, true)).status).toBe(409);
  await end(head, id, 'waiver');
  expect((await decide(head, id, true)).status).toBe(409);
  expect((await decide(admin, id, false)).body).toMatchObject({ data: { state: 'open' } });
  await end(head, id, 'waiver');
  const answers = await Promise.all([decide(admin, id, true), decide(admin, id, false)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a waived obligation says who confirmed the waiver, and when', async () => {
  const { _id: id } = await twoOf();
  expect((await obligationsOf(id))[0]).toMatchObject({ waivedBy: null, waivedAt: null });
  await end(yard, id, 'waiver');
  await decide(head, id, true);
  expect((await obligationsOf(id))[0]).toMatchObject({
    waivedBy: { id: head.id },
    waivedAt: expect.any(String) as unknown,
  });
});

test('a withdrawn ticket ends what is open, and leaves what was done', async () => {
  const { _id: id } = await twoOf();
  await end(yard, id, 'done', 2);
  await head.ok(withdrawBooking, { params: { id }, body: { reason: 'Booked by mistake.' } });
  expect((await obligationsOf(id)).map(({ state }) => state)).toEqual(['void', 'done']);
  expect((await end(yard, id, 'done')).status).toBe(409);
});

test('an open obligation holds a clearance where the rules of the ticket’s day say so, and no other does', async () => {
  const { _id: id } = await bookedAndPaid(officer, app.db, { offence: [{ id: repairs }] });
  const clear = () => officer.call(clearVehicle, { params: { id }, body: { completed: true } });
  expect(await clear()).toMatchObject({ status: 409, body: { code: 'held' } });
  await end(yard, id, 'done');
  expect((await clear()).status).toBe(200);
  const { _id: other } = await bookedAndPaid(officer, app.db, { offence: [{ id: 'LGC-04' }] });
  await officer.ok(clearVehicle, { params: { id: other }, body: { completed: true } });
});

test('a vehicle that an open obligation keeps is not ready to clear, until it is done', async () => {
  const issuer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const ready = async () => {
    const { data } = await issuer.ok(readMyDay);
    return [data.ready.count, data.kept.count];
  };
  const [kept] = [
    await bookedAndPaid(issuer, app.db, { offence: [{ id: repairs }] }),
    await bookedAndPaid(issuer, app.db, { offence: [{ id: 'LGC-04' }] }),
  ];
  expect(await ready()).toEqual([1, 1]);
  expect((await issuer.ok(readMyDay)).data.kept.amount).toBe(kept.price);
  await end(yard, kept._id, 'waiver');
  expect(await ready()).toEqual([1, 1]);
  await decide(head, kept._id, true);
  expect(await ready()).toEqual([2, 0]);
});

test('a list is narrowed by kind, zone, due day and state, of which overdue is an open one', async () => {
  const { _id: id } = await booked(officer, { offence: [{ id: repairs }] });
  const yesterday = dayFromNow(-1);
  await app.owner
    .updateTable('obligations')
    .set({ due_day: yesterday })
    .where('booking_id', '=', id)
    .execute();
  const query = { from: yesterday, to: yesterday, kind: 'repairs', zone: 'Zaria' } as const;
  for (const state of ['overdue', 'open'] as const)
    expect(
      (await admin.ok(obligationRegister.list, { query: { ...query, state } })).data,
    ).toMatchObject([{ booking: id, state: 'overdue' }]);
  for (const other of [
    { zone: 'Chikun' },
    { kind: 'custody' },
    { to: dayFromNow(-2), from: dayFromNow(-3) },
    { state: 'done' },
  ] as const)
    expect((await admin.ok(obligationRegister.list, { query: { ...query, ...other } })).total).toBe(
      0,
    );
  const file = await admin.ok(obligationRegister.file, { query: { ...query, format: 'csv' } });
  expect(file).toContain('overdue');
});

test('the trail and what stands say the same', async () => {
  expect((await compareRecords(app.db)).filter((one) => one.includes('obligation'))).toEqual([]);
});

test('the dossier of a vehicle counts what its tickets ask for and nobody has done', async () => {
  const plate = 'KAD 818 QB';
  const open = async () =>
    (await officer.ok(readDossier, { query: { of: 'plate', value: plate } })).data.open;
  const { _id: id } = await booked(officer, {
    registration: plate,
    offence: [{ id: 'LGC-04' }],
  });
  expect(await open()).toMatchObject({ count: 1, obligations: 2 });
  await end(yard, id, 'done', 1);
  await end(yard, id, 'done', 2);
  expect(await open()).not.toHaveProperty('obligations');
});

test('the page and the clearance slip name what is still open, with its day, and nothing once it is done', async () => {
  const { _id: id } = await bookedAndPaid(officer, app.db, { offence: [{ id: 'LGC-14' }] });
  await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
  const code = await ticketCodeOf(app.db, id);
  const day = obligationDueDay(someRules, 'case', dayFromNow(0));
  const said = `Prosecution in court by ${day}`;
  const path = printPaper.path.replace(':id', id);
  const query = { of: 'clearance', size: 'a4', format: 'html' };
  const textsOf = async () => {
    const paper = await askFile(app, officer, { ...printPaper, path }, query);
    return [await (await fetch(`${app.url}/t/${code}`)).text(), await paper.text()];
  };
  for (const text of await textsOf()) expect(text).toContain(said);
  await end(yard, id, 'done');
  for (const text of await textsOf()) {
    expect(text).toContain('No money is owed');
    expect(text).not.toContain('Prosecution in court by');
  }
});
