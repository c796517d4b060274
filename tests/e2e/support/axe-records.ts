import { type Booking, listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { listUsers } from '#contract/users.ts';
import type { Client } from '../../support/client.ts';
import { booked } from '../../support/journey.ts';
import { findMoney, moneyNames } from './axe-money-records.ts';
import type { RunningServer } from './server.ts';

const names = [
  'unpaid',
  'paid',
  'completed',
  'user',
  /** With pictures. */
  'collision',
  /** Of the unpaid and of the paid booking. */
  'plate',
  'paidPlate',
  /** Codes of tickets: one of each kind of booking. */
  'unpaidTicket',
  'paidTicket',
  'completedTicket',
  /** Of a booking that was made just now. */
  'knownPlate',
  'knownLicence',
  'knownPhone',
  ...moneyNames,
] as const;

/** The values in the addresses of places and in their fields; ids unless said otherwise. */
export type Records = Readonly<Record<(typeof names)[number], string>>;

/** An address with these leads nowhere. */
export const noRecords = Object.fromEntries(names.map((name) => [name, ''])) as Records;

/** Finds one record of each kind among those of the demo, and makes the booking of just now. */
export async function findRecords(server: RunningServer, client: Client): Promise<Records> {
  const first = async (paid: boolean, completed: boolean): Promise<Booking> => {
    const query = { limit: '20', _boolpaid: String(paid), _boolcompleted: String(completed) };
    const { data } = await client.ok(listBookings, { query });
    return some(data.find(({ registration }) => registration !== ''));
  };
  const ticket = async ({ _id }: Booking): Promise<string> => {
    const { ticket_code } = await server.query((db) =>
      db
        .selectFrom('bookings')
        .select('ticket_code')
        .where('id', '=', _id)
        .executeTakeFirstOrThrow(),
    );
    return ticket_code;
  };
  const unpaid = await first(false, false);
  const paid = await first(true, false);
  const completed = await first(true, true);
  const collisions = await client.ok(listCollisions, { query: { limit: '100' } });
  const users = await client.ok(listUsers, { query: { limit: '1', _searchfirstName: 'a' } });
  const known = { registration: 'AXE-101AA', license: 'KAD70011AX11', phoneNo: '0900 555 0177' };
  await booked(client, known);
  return {
    unpaid: unpaid._id,
    paid: paid._id,
    completed: completed._id,
    user: some(users.data[0]).id,
    collision: some(collisions.data.find(({ img }) => img.length > 1))._id,
    plate: unpaid.registration,
    paidPlate: paid.registration,
    unpaidTicket: await ticket(unpaid),
    paidTicket: await ticket(paid),
    completedTicket: await ticket(completed),
    knownPlate: known.registration,
    knownLicence: known.license,
    knownPhone: known.phoneNo,
    ...(await findMoney(server, client)),
  };
}

function some<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The demo has records of every kind.');
  return found;
}
