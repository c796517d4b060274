import { withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import type { GatewayName } from '#server/gateways/payment-gateway.ts';
import type { Client } from '#tests/support/client.ts';
import { billed, booked } from '#tests/support/journey.ts';
import type { History, HistoryEvent, Where } from './history.ts';
import type { Till } from './till.ts';

/** The people who use one of the server processes. */
export interface Staff {
  readonly url: string;
  readonly officer: Client;
  readonly head: Client;
}

export interface World {
  readonly tills: Readonly<Record<GatewayName, Till>>;
  readonly staff: Readonly<Record<Where, Staff>>;
  /** Clears the time of the last sweep, so that the next one isn't refused. */
  readonly allowSweep: () => Promise<void>;
}

/** A booking whose history is over. */
export interface Played {
  readonly id: string;
  readonly billRef: string;
  readonly history: History;
}

/** The place of the organisation that each gateway serves. */
const placeByGateway = {
  PayKaduna: { organisation: 'Kaduna', zone: 'Zaria' },
  Paystack: { organisation: 'Ogun', zone: 'Ijebu Ode' },
} as const;

/** Statuses that are correct in some state of a booking: no other may come. */
const expected: Readonly<Record<string, readonly number[]>> = {
  check: [200, 409],
  withdrawal: [200, 409],
  clearance: [200, 409],
  notice: [200],
  'forged notice': [401],
  'notice of an unknown bill': [200],
};

/** Books, waits for the bill, and plays the history of this booking. */
export async function play(world: World, history: History): Promise<Played> {
  const { officer } = world.staff.one;
  const { _id: id } = await booked(officer, placeByGateway[history.gateway]);
  const { billRef } = await billed(officer, id);
  for (const together of history.groups)
    await Promise.all(
      together.map((event) =>
        playEvent(world, { id, billRef, till: world.tills[history.gateway] }, event),
      ),
    );
  return { id, billRef, history };
}

async function playEvent(
  { staff, allowSweep }: World,
  { id, billRef, till }: { id: string; billRef: string; till: Till },
  event: HistoryEvent,
): Promise<void> {
  const params = { id };
  switch (event.what) {
    case 'pays':
      return till.pay(billRef, event.offBy, event.currency);
    case 'pays again':
      return till.payAgain(billRef);
    case 'gateway is late':
      till.beLate(billRef);
      return;
    case 'notice':
      for (let copy = 0; copy < event.copies; copy += 1)
        await sendNotice(event.what, staff[event.where], till, await till.notice(billRef));
      return;
    case 'forged notice':
      return sendNotice(
        event.what,
        staff[event.where],
        till,
        await till.notice(billRef, 'another key'),
      );
    case 'notice of an unknown bill':
      return sendNotice(event.what, staff[event.where], till, await till.notice('999999999999'));
    case 'check':
      answered('check', await staff[event.where].officer.call(checkBooking, { params }));
      return;
    case 'sweep':
      await allowSweep();
      await staff[event.where].officer.ok(sweepBookings);
      return;
    case 'withdrawal': {
      const body = { reason: 'Booked by mistake.' };
      const { head } = staff[event.where];
      answered('withdrawal', await head.call(withdrawBooking, { params, body }));
      return;
    }
    case 'clearance': {
      const body = { completed: true };
      const { officer } = staff[event.where];
      answered('clearance', await officer.call(clearVehicle, { params, body }));
      return;
    }
  }
}

/** Sends a notice to one of the processes; throws for an unexpected status. */
export async function sendNotice(
  what: string,
  { url }: Pick<Staff, 'url'>,
  { noticePath }: Till,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<void> {
  const response = await fetch(url + noticePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  answered(what, response);
}

function answered(what: string, { status }: { status: number }): void {
  if (!expected[what]?.includes(status)) throw new Error(`A ${what} was answered with ${status}.`);
}
