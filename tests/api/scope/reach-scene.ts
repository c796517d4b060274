import { guestToken } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { AccountState, Organisation } from '#contract/places.ts';
import { may, type Role, staffRoles } from '#contract/roles.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import { dayOf } from '#server/time.ts';
import type { EndpointName } from '#tests/api/endpoints/endpoint-table.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { openSession, type Request } from '#tests/support/client.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { inBatch } from '#tests/support/court.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { aBooking, makeAccount, markPaid } from '#tests/support/factories.ts';
import { aHold } from '#tests/support/holds.ts';
import { booked } from '#tests/support/journey.ts';
import { aLateRecord } from '#tests/support/late-records.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { aRefund } from '#tests/support/refunds.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// Every role from a zone, an organisation and everywhere, in a demo and without one, and the records
// of three places that they may or may not reach.

export interface Place {
  readonly organisation: Organisation;
  readonly state: AccountState;
  readonly zone: string;
  readonly demo: boolean;
}

export const kinds = [
  'unpaid',
  'paid',
  'collision',
  'user',
  'exception',
  'late',
  'obligation',
  'hold',
  'dispute',
  'refund',
  'correction',
] as const;
export type Kind = (typeof kinds)[number];

/** What was planted in a place: each text stands in its records of one kind and nowhere else. */
export type Planted = { readonly place: Place } & Readonly<
  Record<Kind, { readonly id: string; readonly text: string }>
>;

export interface Caller {
  readonly name: string;
  readonly role: Role;
  readonly state: AccountState | null;
  readonly zone: string | null;
  readonly token: string;
}

export const places = [
  { organisation: 'Kaduna', state: 'Kaduna', zone: 'Zaria' },
  { organisation: 'Kaduna', state: 'Kaduna', zone: 'Chikun' },
  { organisation: 'Ogun', state: 'Ogun', zone: 'Sagamu' },
] as const;

const scopes = [
  { from: 'a zone', state: 'Kaduna', zone: 'Zaria' },
  { from: 'an organisation', state: 'Kaduna', zone: null },
  { from: 'everywhere', state: null, zone: null },
] as const;

export const plate = 'KTN-482ZA';
export const phone = '0803 555 0142';

export interface ReachScene {
  readonly app: TestApp;
  readonly planted: readonly Planted[];
  readonly callers: readonly Caller[];
  /** Every caller at an instance in demo mode, and all but the guest at one without. */
  readonly calling: readonly { url: string; demoMode: boolean; caller: Caller; who: string }[];
  stop(): Promise<void>;
}

/** Who makes a call by day, and who by night. */
export const crowds = [
  { who: 'one of each place', tags: [] as string[], isOf: isOneOfEach },
  { who: 'everybody else', tags: ['night'], isOf: (...of: Asked) => !isOneOfEach(...of) },
];

type Calling = ReachScene['calling'][number];
type Asked = [calling: Calling, of: readonly Calling[], name: EndpointName];

/**
 * Chooses one of each place, in a demo and without one, beside a guest and somebody who sees nothing
 * that is paid. Which role it is turns from call to call.
 */
function isOneOfEach(...[calling, all, name]: Asked): boolean {
  const kindOf = ({ caller, demoMode }: Calling) =>
    caller.role === 'guest' || !may(caller.role, 'see paid bookings')
      ? caller.role
      : [caller.state, caller.zone, demoMode].join();
  const alike = all.filter((other) => kindOf(other) === kindOf(calling));
  return alike.indexOf(calling) === name.length % alike.length;
}

/** Those of a crowd who may make the call. */
export function callingOf(
  { isOf }: (typeof crowds)[number],
  { calling }: ReachScene,
  name: EndpointName,
): readonly Calling[] {
  const allowed = calling.filter(({ caller }) => may(caller.role, endpoints[name].permission));
  return allowed.filter((one) => isOf(one, allowed, name));
}

export async function startReachScene(): Promise<ReachScene> {
  const app = await startTestApp();
  const withoutDemo = await anotherInstance(app, { DEMO: 'off' });
  const planted: Planted[] = [];
  for (const place of places)
    for (const demo of [false, true]) planted.push(await plant(app, { ...place, demo }));
  const guest = { name: 'a guest', role: 'guest', state: null, zone: null } as const;
  const callers: Caller[] = [{ ...guest, token: guestToken }];
  for (const role of staffRoles)
    for (const { from, ...scope } of scopes) {
      const { email } = await makeAccount(app.db, role, scope);
      const { token } = await openSession(app.url, email);
      callers.push({ name: `${role} of ${from}`, role, ...scope, token });
    }
  const calling = callers.flatMap((caller) => {
    const inDemo = { url: app.url, demoMode: true, caller, who: `${caller.name}, in a demo` };
    const without = { ...inDemo, url: withoutDemo.url, demoMode: false, who: caller.name };
    return caller.role === 'guest' ? [inDemo] : [inDemo, without];
  });
  return {
    app,
    planted,
    callers,
    calling,
    async stop() {
      await withoutDemo.stop();
      await app.stop();
    },
  };
}

async function plant(app: TestApp, place: Place): Promise<Planted> {
  const { organisation, state, zone, demo } = place;
  const mark = (kind: string) => `${kind}Of${zone}${demo ? 'Demo' : 'Real'}`;
  const { id: user, email } = await makeAccount(app.db, 'zonal head', { state, zone });
  const name = { first_name: mark('User'), last_name: organisation };
  await app.owner
    .updateTable('users')
    .set({ ...name, demo })
    .where('id', '=', user)
    .execute();
  const { client } = await openSession(app.url, email);
  const made = async (name: string) =>
    (await booked(client, { ...aBooking(), name, zone, registration: plate, phoneNo: phone }))._id;
  const [unpaid, paid] = [await made(mark('Unpaid')), await made(mark('Paid'))];
  await markPaid(app.db, paid);
  const vehicle = { plate, make: 'Toyota', model: 'Corolla', name: mark('Collision') };
  const { data: collision } = await client.ok(endpoints.createCollision, {
    body: aCollision({ zone, location: mark('Collision'), vehicle: [vehicle], noOfCars: 1 }),
    files: [await anImage()],
  });
  const late = await aLateRecord(client, {
    zone,
    license: mark('Late').toUpperCase(),
    registration: '',
  });
  await app.db.transaction().execute((trx) =>
    raiseException(trx, {
      kind: 'other amount',
      bookingId: unpaid,
      gateway: 'PayKaduna',
      billRef: null,
      amountKobo: 100,
      receipt: '00000001',
      description: mark('Exception'),
      dedupeKey: 'reach',
    }),
  );
  const { id: exception } = await app.db
    .selectFrom('payment_exceptions')
    .select('id')
    .where('booking_id', '=', unpaid)
    .executeTakeFirstOrThrow();
  const due = { place: 99, offence_id: 'LGC-01', kind: 'other', words: mark('Obligation') };
  await app.db
    .insertInto('obligations')
    .values({ ...due, booking_id: unpaid, organisation, zone, demo })
    .execute();
  await inBatch(app, { booking: unpaid, by: user });
  await aHold(app, { booking: paid, by: user, reason: mark('Hold') });
  await aDispute(app, { booking: unpaid, words: mark('Dispute') });
  const back = { naira: 1, day: dayOf(new Date()), reason: mark('Refund') };
  const refund = await aRefund(app, { booking: paid, by: user, ...back });
  const correction = await aProposal(app, {
    kind: 'correction',
    organisation,
    zone,
    subject: paid,
    body: { before: { color: 'Blue' }, after: { color: 'Red' } },
    reason: mark('Correction'),
    by: user,
  });
  return {
    place,
    correction: { id: correction, text: mark('Correction') },
    refund: { id: refund, text: mark('Refund') },
    obligation: { id: unpaid, text: mark('Obligation') },
    dispute: { id: unpaid, text: mark('Dispute') },
    hold: { id: paid, text: mark('Hold') },
    unpaid: { id: unpaid, text: mark('Unpaid') },
    paid: { id: paid, text: mark('Paid') },
    collision: { id: collision._id, text: mark('Collision') },
    user: { id: user, text: mark('User') },
    late: { id: late, text: mark('Late').toUpperCase() },
    exception: { id: exception, text: mark('Exception') },
  };
}

/** Spelt out here once more, so that it does not depend on the code that it proves. */
export function reaches({ role, state, zone }: Caller, place: Place, demoMode: boolean): boolean {
  if (role === 'guest') return place.demo && demoMode;
  if (place.demo && !demoMode) return false;
  return (state === null || state === place.state) && (zone === null || zone === place.zone);
}

/** Makes the call as it stands; answers the text that came, whatever it is. */
export async function send(
  url: string,
  { token }: Caller,
  name: EndpointName,
  { params = {}, query = {}, body }: Request,
): Promise<{ status: number; text: string }> {
  const { path, method }: Endpoint = endpoints[name];
  const filled = path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? '');
  const response = await fetch(`${url}${filled}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
