import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { AuditEvent } from '#contract/events.ts';
import {
  driverMessages,
  type MessagePurpose,
} from '#contract/modules/after-ticket/message-texts.ts';
import type { changeOptOut, MessageState } from '#contract/modules/after-ticket/messages.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps, Happened, Part } from '#server/acts/part.ts';
import { maybeSent } from '#server/db/restored.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { noteSecurityEvent } from '#server/http/security-events.ts';
import { isStaffAddress, isUpheld } from '#server/modules/after-ticket/disputes/queries.ts';
import { isOptedOut, sendsMessages } from './queries.ts';
import { gatewayNumber, mayHaveArrived } from './rules.ts';

export { openingCodes } from './opening-codes.ts';

type Tell = (deps: FollowDeps, trx: Transaction<DB>, happened: Happened) => Promise<void>;

const asDecided = z.looseObject({ proposal: z.string() });

/** What is proposed and decided is told of once for each proposal, anything else once for a ticket. */
const tellEach =
  (purposes: readonly MessagePurpose[]): Tell =>
  async ({ messages }, trx, { id, after }) => {
    const occasion = asDecided.safeParse(after).data?.proposal ?? '';
    for (const purpose of purposes) await queueMessage(trx, messages, id, { purpose, occasion });
  };

const corrected = z.looseObject({
  phoneNo: z.string().optional(),
  registration: z.string().optional(),
  license: z.string().optional(),
});

/** Tells whoever gets the ticket now, and the number that got it by mistake. */
const tellOfCorrection: Tell = async ({ messages }, trx, { id, before, after }) => {
  const [was, is] = [corrected.parse(before), corrected.parse(after)];
  const told = await toldOf(trx, id);
  const numbers = [was, is].map(({ phoneNo }) => gatewayNumber(phoneNo ?? ''));
  const [former = null, number = null] = numbers;
  // One that still waits tells what holds when it is sent.
  const waits = (channel: string) => told.some((one) => one.channel === channel && one.waits);
  const occasion = ulid();
  const channels = { sms: !waits('sms'), mail: !waits('mail') };
  if (is.phoneNo !== undefined && former !== number) {
    if (channels.sms)
      await queueMessage(trx, messages, id, { purpose: 'issued', occasion, only: 'sms' });
    if (told.some(({ recipient, mayKnow }) => recipient === former && mayKnow))
      await queueMessage(trx, messages, id, {
        purpose: 'wrong-number',
        occasion,
        only: 'sms',
        recipient: former ?? '',
      });
    channels.sms = false;
  }
  if (is.registration === undefined && is.license === undefined) return;
  for (const only of ['sms', 'mail'] as const)
    if (channels[only])
      await queueMessage(trx, messages, id, { purpose: 'corrected', occasion, only });
};

/** The messages about a ticket. None is begun meanwhile: the ticket is locked. */
async function toldOf(trx: Transaction<DB>, booking: string) {
  const rows = await trx
    .selectFrom('messages')
    .select(['channel', 'purpose', 'state', 'begun_at', 'recipient'])
    .where('booking_id', '=', booking)
    .execute();
  return rows.map(({ channel, purpose, state, begun_at, recipient }) => ({
    channel,
    recipient,
    waits: state === 'queued' && begun_at === null && ['issued', 'corrected'].includes(purpose),
    /** The gateway was asked, and nobody knows that the message reached nobody. */
    mayKnow: begun_at !== null && mayHaveArrived.includes(state as MessageState),
  }));
}

/** Tells of another day or place alone, and once where the one before still waits. */
const tellOfHearing: Tell = async ({ messages }, trx, { id, before, after }) => {
  const [was, is] = [hearing.safeParse(before).data, hearing.parse(after)];
  if (was?.hearing === is.hearing && was.place === is.place) return;
  const waiting = await trx
    .selectFrom('messages')
    .select('channel')
    .where((eb) => eb.and({ booking_id: id, purpose: 'hearing', state: 'queued' }))
    .where('begun_at', 'is', null)
    .execute();
  const occasion = ulid();
  for (const only of ['sms', 'mail'] as const)
    if (!waiting.some(({ channel }) => channel === only))
      await queueMessage(trx, messages, id, { purpose: 'hearing', occasion, only });
};

const hearing = z.looseObject({ hearing: z.string(), place: z.string().nullable() });

/** The answer to an objection tells that it was upheld. */
const tellOfWithdrawal: Tell = async ({ messages }, trx, { id }) => {
  if (await isUpheld(trx, id)) return;
  await queueMessage(trx, messages, id, { purpose: 'withdrawn' });
};

/** Once each time that it is asked for, and by text message alone. */
const tellCode: Tell = async ({ messages }, trx, { id, after }) => {
  if (asWithheld.safeParse(after).success) return;
  await queueMessage(trx, messages, id, { purpose: 'opening-code', occasion: ulid(), only: 'sms' });
};

const asWithheld = z.looseObject({ withheld: z.string() });

const told: Partial<Record<AuditEvent, Tell>> = {
  'booking.code-asked': tellCode,
  'booking.corrected': tellOfCorrection,
  'booking.hearing-noted': tellOfHearing,
  'booking.withdrawn': tellOfWithdrawal,
};

const ofEvents = Map.groupBy(
  Object.keys(driverMessages) as MessagePurpose[],
  (purpose) => driverMessages[purpose].after,
);

/** Queues what tells the driver of each event that has a message, or several. */
export const driversTold: NonNullable<Part['follows']> = Object.fromEntries(
  [...ofEvents].flatMap(([after, purposes]) =>
    after ? [[after, told[after] ?? tellEach(purposes)]] : [],
  ),
);

interface Message {
  readonly purpose: MessagePurpose;
  /** It is told once for each. */
  readonly occasion?: string;
  /** Without it, by each channel that there is. */
  readonly only?: 'sms' | 'mail';
  /** Whoever gets it, where that isn't the driver. */
  readonly recipient?: string;
}

/** Queues a message about a ticket where messages are set up and on. */
async function queueMessage(
  trx: Transaction<DB>,
  messages: Deps['messages'],
  booking_id: string,
  { purpose, occasion = '', only, recipient = '' }: Message,
): Promise<void> {
  if (!messages.isSetUp) return;
  const booking = await trx
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo', 'email', 'price_kobo'])
    .where('id', '=', booking_id)
    .executeTakeFirst();
  // Money of an unknown bill has no driver.
  if (!booking) return;
  const { email, price_kobo, ...place } = booking;
  if (driverMessages[purpose].ofMoney && price_kobo === 0) return;
  if (!(await sendsMessages(trx, place))) return;
  const channels = [
    ...(messages.of(place.organisation) ? ['sms'] : []),
    ...(messages.mails && email !== '' ? ['mail'] : []),
  ].filter((channel) => only === undefined || channel === only);
  if (channels.length === 0) return;
  const held = await heldAfterRestore(trx, booking_id, purpose);
  await trx
    .insertInto('messages')
    .values(
      channels.map((channel) => ({
        id: ulid(),
        booking_id,
        ...place,
        purpose,
        occasion,
        recipient,
        channel,
        ...held,
        // It holds for minutes, and goes before whatever waits.
        ...(purpose === 'opening-code' && { due_at: sql<Date>`now() - interval '1 day'` }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * A restore forgets payments, and the day after it finds them again. Whoever paid may have been told
 * then.
 */
async function heldAfterRestore(trx: Transaction<DB>, booking: string, purpose: MessagePurpose) {
  if (purpose !== 'paid') return {};
  const row = await trx
    .selectFrom('installation')
    .innerJoin('bookings', (join) => join.on('bookings.id', '=', booking))
    .select('epoch')
    .where(sql<boolean>`restored_at between bookings.created_at and now()`)
    .where(sql<boolean>`restored_at > now() - interval '1 day'`)
    .executeTakeFirst();
  return row ? { state: 'unknown', reason: maybeSent } : {};
}

const noNumber = new Refusal(409, 'no_number', 'This booking no longer has a phone number.');

/** Of the row of a booking. */
type Numbered = Pick<Booking, '_id' | 'phoneNo' | 'organisation' | 'demo'>;

export const changingOptOut: Steps<typeof changeOptOut, Booking, { optedOut: boolean }> = {
  id: ({ _id }) => _id,
  lock: (trx, { record }) => standingOf(trx, record),
  change: (trx, before, { record, body, actor }) => noteOptOut(trx, actor, record, before, body),
  answer: (_trx, { body: { optedOut } }) => Promise.resolve({ optedOut }),
};

/** The same on the page of a ticket, where nobody is signed in. */
export async function changeOptOutOf(
  deps: Pick<Deps, 'db'> & FollowDeps,
  actor: Actor,
  booking: Numbered,
  body: BodyOf<typeof changeOptOut>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await standingOf(trx, booking);
    if (before instanceof Refusal) return;
    const { _id: id, demo } = booking;
    const changed = await noteOptOut(trx, actor, booking, before, body);
    const fromStaff = await isStaffAddress(trx, actor.address, demo);
    if (fromStaff)
      await noteSecurityEvent(trx, {
        kind: 'staff address',
        address: actor.address,
        about: `messages of ticket ${id}`,
      });
    await happened(deps, trx, actor, {
      event: 'booking.opted-out',
      record: 'booking',
      id,
      before: changed.before,
      after: { ...changed.after, ...(fromStaff && { fromStaff }) },
    });
  });
}

async function standingOf(
  trx: Transaction<DB>,
  { phoneNo: phone, organisation, demo }: Numbered,
): Promise<Outcome<{ optedOut: boolean }>> {
  if (!/\d/.test(phone)) return noNumber;
  return { optedOut: await isOptedOut(trx, { organisation, demo, phone }) };
}

async function noteOptOut(
  trx: Transaction<DB>,
  actor: Actor,
  { phoneNo: phone, organisation, demo }: Numbered,
  before: { readonly optedOut: boolean },
  { optedOut, reason }: BodyOf<typeof changeOptOut>,
) {
  const why = optedOut ? { reason, made_by: actor.id } : null;
  await setOptOut(trx, { organisation, demo, phone }, why);
  return { before, after: { optedOut, reason } };
}

interface NumberOf {
  readonly organisation: string;
  readonly demo: boolean;
  readonly phone: string;
}

/** Once for each number; null takes it back. */
export async function setOptOut(
  trx: Transaction<DB>,
  { phone: given, ...of }: NumberOf,
  why: { readonly reason: string; readonly made_by: string | null } | null,
): Promise<void> {
  const phone = sql<string>`phone_key(${given})`;
  if (why)
    await trx
      .insertInto('opt_outs')
      .values({ ...of, phone, ...why })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await trx
      .deleteFrom('opt_outs')
      .where('organisation', '=', of.organisation)
      .where('demo', '=', of.demo)
      .where('phone', '=', phone)
      .execute();
}
