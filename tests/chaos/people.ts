import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { readBooking } from '#contract/bookings.ts';
import { readCollision } from '#contract/collisions.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { type Answer, type Client, type Request, signedIn } from '#tests/support/client.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { aBooking } from '#tests/support/factories.ts';
import { payAtGateway } from '#tests/support/journey.ts';

/** What people were told has happened: all of it must be there afterwards, once, and nothing else. */
export interface Told {
  /** Their drivers' names by the bookings' ids. */
  readonly booked: Map<string, string>;
  readonly paid: Set<string>;
  readonly cleared: Set<string>;
  readonly collisions: Set<string>;
}

export const nothingTold = (): Told => ({
  booked: new Map(),
  paid: new Set(),
  cleared: new Set(),
  collisions: new Set(),
});

/** Pictures with each collision. */
export const picturesEach = 2;

/** Somebody who repeats each call until it is answered, and signs in again when a session is over. */
export interface Person {
  call<E extends Endpoint>(endpoint: E, request: Request): Promise<Answer<E>>;
  /** The same for a call that must succeed. */
  ok<E extends Endpoint>(endpoint: E, request: Request): Promise<ResponseOf<E>>;
}

export async function aPerson(url: string, email: string): Promise<Person> {
  let client = await signedIn(url, email);

  async function call<E extends Endpoint>(endpoint: E, request: Request): Promise<Answer<E>> {
    return untilAnswered(`${endpoint.method} ${endpoint.path}`, async () => {
      const answer = await client.call(endpoint, request);
      if (answer.status === 401) client = await signedIn(url, email);
      return isDecision(answer) ? answer : undefined;
    });
  }
  return {
    call,
    async ok(endpoint, request) {
      const answer = await call(endpoint, request);
      if (!answer.ok) throw new Error(`${endpoint.path}: ${answer.status} ${answer.body.error}`);
      return answer.body;
    },
  };
}

/** What may be answered otherwise in a moment is no decision: a failure, a limit, a session that is over. */
const isDecision = ({ status }: { readonly status: number }) =>
  status < 500 && status !== 429 && status !== 401;

/** Somebody who was given no answer for so long was forgotten. */
const patienceMs = 180_000;

/** Tries until something comes of it; a connection that breaks is no answer. */
export async function untilAnswered<T>(
  what: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + patienceMs;
  let last: unknown;
  while (performance.now() < end) {
    try {
      const found = await attempt();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    await wait(100);
  }
  throw new Error(`${what} was never answered.`, { cause: last });
}

/** Books, has it paid, clears it, and with `pictures` now and then records a collision, until it is over. */
export async function work(
  person: Person,
  told: Told,
  {
    name,
    isOver,
    pictures = true,
  }: { readonly name: string; readonly isOver: () => boolean; readonly pictures?: boolean },
): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    const id = await book(person, told, `${name} ${number}`);
    if (pictures && number % 2 === 1) await recordCollision(person, told);
    const billRef = await billOf(person, id, isOver);
    if (billRef !== null) await payAndClear(person, told, id, billRef);
  }
}

async function book(person: Person, told: Told, name: string): Promise<string> {
  const id = ulid();
  await person.ok(createBooking, { body: aBooking({ _id: id, name }) });
  told.booked.set(id, name);
  return id;
}

/** So often it is looked whether a bill is there: one whose making was broken off takes a minute. */
const looks = 30;

/** Null for a bill that isn't there soon: the driver leaves. */
async function billOf(person: Person, id: string, isOver: () => boolean): Promise<string | null> {
  for (let look = 0; look < looks && !isOver(); look += 1) {
    const { data } = await person.ok(readBooking, { params: { id } });
    if (data.billRef !== null) return data.billRef;
    await wait(100);
  }
  return null;
}

async function payAndClear(person: Person, told: Told, id: string, billRef: string): Promise<void> {
  const params = { id };
  const { url } = await person.ok(startPayment, { body: { billRef } });
  await untilAnswered('The gateway', () => payAtGateway(url).then(() => true));
  await untilAnswered('The payment', async () => {
    const { data } = await person.ok(checkBooking, { params });
    return data.paid || undefined;
  });
  told.paid.add(id);
  const cleared = await person.call(clearVehicle, { params, body: { completed: true } });
  // Cleared by an attempt whose answer was lost: then it says so.
  if (!cleared.ok) {
    const { data } = await person.ok(readBooking, { params });
    if (!data.completed) throw new Error(`Not cleared: ${cleared.body.error}`);
  }
  told.cleared.add(id);
}

async function recordCollision(person: Person, told: Told): Promise<void> {
  const id = ulid();
  const files = await Promise.all(Array.from({ length: picturesEach }, () => anImage()));
  await person.ok(createCollision, { body: aCollision({ _id: id }), files });
  const { data } = await person.ok(readCollision, { params: { id } });
  if (data.img.length !== picturesEach) throw new Error(`${id} has ${data.img.length} pictures.`);
  told.collisions.add(id);
}

/** Bookings by one after the other, until an attempt isn't answered; answers how many were. */
export async function bookUntilCut(client: Client, told: Told, name: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const id = ulid();
    const body = aBooking({ _id: id, name: `${name} ${number}` });
    const answer = await client.call(createBooking, { body }).catch(() => undefined);
    if (!answer?.ok) return;
    told.booked.set(id, body.name);
  }
}
