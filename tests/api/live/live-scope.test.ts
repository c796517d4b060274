import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestToken } from '#contract/auth.ts';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { liveBookings } from '#contract/live.ts';
import { checkBooking } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { refusalOf } from '#tests/support/client.ts';
import { dismissed, inBatch } from '#tests/support/court.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, bookedAndPaid, payAtGateway, until } from '#tests/support/journey.ts';
import { idsReceived, listen, type LiveListener } from '#tests/support/live-listener.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
const listeners: LiveListener[] = [];

async function hearing(token: string, organisation?: string): Promise<LiveListener> {
  const place = { url: app.url, token, ...(organisation !== undefined && { organisation }) };
  const listener = await listen(place);
  listeners.push(listener);
  return listener;
}

const hears = (listener: LiveListener, change: string, id: string) =>
  until(`${change} ${id} is heard`, () =>
    Promise.resolve(idsReceived(listener.received, change).includes(id)),
  );

const goneOf = ({ received }: LiveListener) =>
  received.flatMap(({ event }) => (event.type === 'gone' ? [event.id] : []));

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.cut()));
  await app.stop();
});

test('the stream is plain server-sent events, neither compressed nor kept by anybody', async () => {
  const { headers } = await hearing(officer.token);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
});

test('a booking is heard when it is made, billed, paid and cleared, each time as it is by then', async () => {
  const admin = await makePerson(app, 'state admin');
  const listener = await hearing(admin.token);
  const { _id: id, billRef } = await billed(officer.client, (await booked(officer.client))._id);
  const { url } = await officer.client.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  await officer.client.ok(checkBooking, { params: { id } });
  await officer.client.ok(clearVehicle, { params: { id }, body: { completed: true } });
  await hears(listener, 'cleared', id);
  const told = listener.received.flatMap(({ event }) =>
    event.type === 'booking' && event.booking._id === id ? [event] : [],
  );
  expect(told.map(({ change }) => change)).toEqual(['made', 'billed', 'paid', 'cleared']);
  expect(told.at(-1)?.booking).toMatchObject({ paid: true, completed: true, billRef });
});

describe('everybody hears of what they may see', () => {
  test('in their zone, their organisation or all, and in the organisation they chose', async () => {
    const zaria = await hearing((await makePerson(app, 'zonal head', { zone: 'Zaria' })).token);
    const kaduna = await hearing((await makePerson(app, 'observer')).token, 'Kaduna');
    const ogun = await hearing((await makePerson(app, 'booking officer', { state: 'Ogun' })).token);
    const everywhere = await makePerson(app, 'state admin', { state: null });
    const all = await hearing(everywhere.token);
    const chosen = await hearing(everywhere.token, 'Lagos FRSC');

    const store = (organisation: string, zone: string) =>
      storeBooking(app.db, officer.id, { organisation, zone });
    const places: [string, string][] = [
      ['Ogun', 'Sagamu'],
      ['Kaduna', 'Chikun'],
      ['Lagos FRSC', 'Ikeja'],
      ['Kaduna', 'Zaria'],
    ];
    const ids: string[] = [];
    for (const [organisation, zone] of places) ids.push(await store(organisation, zone));
    const [sagamu, chikun, ikeja, inZaria] = ids;
    await hears(all, 'made', inZaria ?? '');
    // Everything comes in order: whoever received none of these before their own last event never will.
    for (const [organisation, zone] of places) await store(organisation, zone);
    const expected: [LiveListener, (string | undefined)[]][] = [
      [zaria, [inZaria]],
      [kaduna, [chikun, inZaria]],
      [ogun, [sagamu]],
      [all, [sagamu, chikun, ikeja, inZaria]],
      [chosen, [ikeja]],
    ];
    for (const [listener, theirs] of expected) {
      const first = () => idsReceived(listener.received, 'made');
      await until('the second round is heard', () =>
        Promise.resolve(first().length >= 2 * theirs.length),
      );
      expect(first().slice(0, theirs.length)).toEqual(theirs);
      expect(first()).toHaveLength(2 * theirs.length);
    }
  });

  test('an organisation out of scope is a 403, an unknown one a 400, no session a 401', async () => {
    const ask = (query: string, token?: string) =>
      refusalOf(
        fetch(`${app.url}${liveBookings.path}${query}`, {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        }),
      );
    expect(await ask('?organisation=Ogun', officer.token)).toMatchObject({
      status: 403,
      code: 'out_of_scope',
    });
    expect(await ask('?organisation=Kano', officer.token)).toMatchObject({ status: 400 });
    expect(await ask('?zone=Zaria', officer.token)).toMatchObject({ status: 400 });
    expect(await ask('')).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test('a guest hears of demo records only', async () => {
    const guest = await hearing(guestToken);
    const real = await storeBooking(app.db, officer.id);
    const demo = await storeBooking(app.db, officer.id, { demo: true });
    await hears(guest, 'made', demo);
    expect(idsReceived(guest.received, 'made')).toEqual([demo]);
    expect(JSON.stringify(guest.received)).not.toContain(real);
  });
});

describe('an operator', () => {
  test('hears of unpaid bookings, and that one is gone when it is paid', async () => {
    const operator = await hearing((await makePerson(app, 'operator')).token);
    const { _id: paid } = await bookedAndPaid(officer.client, app.db);
    await until('it is gone', () => Promise.resolve(goneOf(operator).includes(paid)));
    await officer.client.ok(clearVehicle, { params: { id: paid }, body: { completed: true } });
    const unpaid = await storeBooking(app.db, officer.id);
    await hears(operator, 'made', unpaid);
    for (const { event } of operator.received)
      if (event.type === 'booking') expect(event.booking.paid).toBe(false);
  });

  test('hears that a ticket is gone when a court has decided on it', async () => {
    const operator = await hearing((await makePerson(app, 'operator')).token);
    const booking = await storeBooking(app.db, officer.id);
    await hears(operator, 'made', booking);
    await inBatch(app, { booking, by: officer.id, locked: true, hearing: 0 });
    await dismissed(app, booking);
    await until('it is gone', () => Promise.resolve(goneOf(operator).includes(booking)));
  });

  test('hears of the booking whose payment they have just started through to cleared', async () => {
    const operator = await makePerson(app, 'operator');
    const listener = await hearing(operator.token);
    const another = await hearing((await makePerson(app, 'operator')).token);
    const { _id: id, billRef } = await billed(operator.client, (await booked(officer.client))._id);
    const { url } = await operator.client.ok(startPayment, { body: { billRef } });
    await payAtGateway(url);
    await officer.client.ok(checkBooking, { params: { id } });
    await hears(listener, 'paid', id);
    await officer.client.ok(clearVehicle, { params: { id }, body: { completed: true } });
    await hears(listener, 'cleared', id);
    expect(goneOf(listener)).toEqual([]);
    await until('it is gone for others', () => Promise.resolve(goneOf(another).includes(id)));
    expect(idsReceived(another.received, 'paid')).toEqual([]);
  });

  test('is told nothing whole about a booking that is paid by the time they catch up', async () => {
    const operator = await makePerson(app, 'operator');
    const before = await hearing(operator.token);
    await before.cut();
    const { _id: id } = await bookedAndPaid(officer.client, app.db);
    const resumed = await listen({
      url: app.url,
      token: operator.token,
      lastEventId: before.lastId(),
    });
    listeners.push(resumed);
    await until('it is gone', () => Promise.resolve(goneOf(resumed).includes(id)));
    expect(idsReceived(resumed.received, 'made')).not.toContain(id);
  });
});

test('a collision is heard whole, in scope, by an operator as well', async () => {
  const operator = await hearing((await makePerson(app, 'operator')).token);
  const elsewhere = await hearing((await makePerson(app, 'observer', { zone: 'Chikun' })).token);
  const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  await asOwner(
    app,
    `insert into collisions (id, body_hash, organisation, zone, created_by, team, location,
       description, cars, injuries, fatalities, notes, search_text)
     values ($1, 'x', 'Kaduna', 'Zaria', $2, '', 'Kwangila', '', 2, 1, 0, '', '')`,
    [id, officer.id],
  );
  const collisions = ({ received }: LiveListener) =>
    received.flatMap(({ event }) => (event.type === 'collision' ? [event.collision] : []));
  await until('it is heard', () => Promise.resolve(collisions(operator).length > 0));
  expect(collisions(operator)).toMatchObject([{ _id: id, location: 'Kwangila', noOfCars: 2 }]);
  await hears(elsewhere, 'made', await storeBooking(app.db, officer.id, { zone: 'Chikun' }));
  expect(collisions(elsewhere)).toEqual([]);
});

test('listening is a read: it writes nothing to the audit trail', async () => {
  const before = await asOwner(app, 'select count(*) as rows from audit');
  const listener = await hearing(officer.token);
  await hears(listener, 'made', await storeBooking(app.db, officer.id));
  expect(await asOwner(app, 'select count(*) as rows from audit')).toEqual(before);
});
