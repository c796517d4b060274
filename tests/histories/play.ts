import { checkBooking, clearVehicle, sweepBookings, withdrawBooking } from '#contract/bookings.ts';
import type { GatewayName } from '#server/gateways/payment-gateway.ts';
import type { Client } from '#tests/support/client.ts';
import { billed, booked } from '#tests/support/journey.ts';
import type { Happening, History, Where } from './history.ts';
import type { Till } from './till.ts';

/** Those who speak to one of the server processes. */
export interface Staff {
  readonly url: string;
  readonly officer: Client;
  readonly head: Client;
}

export interface World {
  readonly tills: Readonly<Record<GatewayName, Till>>;
  readonly staff: Readonly<Record<Where, Staff>>;
  /** Forgets when the last sweep was, so that the next one isn't held back. */
  readonly allowSweep: () => Promise<void>;
}

/** A booking whose history is over. */
export interface Played {
  readonly id: string;
  readonly billRef: string;
  readonly history: History;
}

/** Where the organisation works that the gateway serves. */
const placeOf = {
  PayKaduna: { organisation: 'Kaduna', zone: 'Zaria' },
  Paystack: { organisation: 'Ogun', zone: 'Ijebu Ode' },
} as const;

/** What a request may be answered with, whatever the state of things: none is a failure of ours. */
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
  const { _id: id } = await booked(officer, placeOf[history.gateway]);
  const { billRef } = await billed(officer, id);
  for (const together of history.groups)
    await Promise.all(
      together.map((happening) =>
        happen(world, { id, billRef, till: world.tills[history.gateway] }, happening),
      ),
    );
  return { id, billRef, history };
}

async function happen(
  { staff, allowSweep }: World,
  { id, billRef, till }: { id: string; billRef: string; till: Till },
  happening: Happening,
): Promise<void> {
  const params = { id };
  switch (happening.what) {
    case 'pays':
      return till.pay(billRef, happening.offBy, happening.currency);
    case 'pays again':
      return till.payAgain(billRef);
    case 'gateway is late':
      till.beLate(billRef);
      return;
    case 'notice':
      for (let copy = 0; copy < happening.copies; copy += 1)
        await told(happening.what, staff[happening.where], till, await till.notice(billRef));
      return;
    case 'forged notice':
      return told(
        happening.what,
        staff[happening.where],
        till,
        await till.notice(billRef, 'another key'),
      );
    case 'notice of an unknown bill':
      return told(happening.what, staff[happening.where], till, await till.notice('999999999999'));
    case 'check':
      answered('check', await staff[happening.where].officer.call(checkBooking, { params }));
      return;
    case 'sweep':
      await allowSweep();
      await staff[happening.where].officer.ok(sweepBookings);
      return;
    case 'withdrawal': {
      const body = { reason: 'Booked by mistake.' };
      const { head } = staff[happening.where];
      answered('withdrawal', await head.call(withdrawBooking, { params, body }));
      return;
    }
    case 'clearance': {
      const body = { completed: true };
      const { officer } = staff[happening.where];
      answered('clearance', await officer.call(clearVehicle, { params, body }));
      return;
    }
  }
}

/** Tells one of the processes, and expects the answer that fits. */
export async function told(
  what: string,
  { url }: Staff,
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
