import { type Kysely, sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { driverMessages, type MessagePurpose } from '#contract/message-texts.ts';
import type { changeOptOut } from '#contract/messages.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps, Happened, Part } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isInForce } from '#server/features/duties/queries.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { isOptedOut } from './queries.ts';

const purposes = Object.keys(driverMessages) as MessagePurpose[];

/** Queues what tells the driver of each event that has a message. */
export const driversTold: NonNullable<Part['follows']> = Object.fromEntries(
  purposes.flatMap((purpose) => {
    const { after } = driverMessages[purpose];
    const tell = (deps: FollowDeps, trx: Transaction<DB>, { id }: Happened) =>
      queueMessage(trx, deps.messages, id, purpose);
    return after ? [[after, tell]] : [];
  }),
);

/** Queues a message about a ticket where messages are set up and on. */
async function queueMessage(
  trx: Transaction<DB>,
  messages: Deps['messages'],
  booking_id: string,
  purpose: MessagePurpose,
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
  ];
  if (channels.length === 0) return;
  await trx
    .insertInto('messages')
    .values(channels.map((channel) => ({ id: ulid(), booking_id, ...place, purpose, channel })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** True if two state admins have switched the organisation's messages on. */
export const sendsMessages = (
  db: Kysely<DB>,
  { organisation, demo }: { readonly organisation: string; readonly demo: boolean },
): Promise<boolean> =>
  isInForce(db, {
    duty: 'messages',
    user: null,
    demo,
    organisation,
  });

const noNumber = new Refusal(409, 'no_number', 'This booking has no phone number any more.');

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
    const changed = await noteOptOut(trx, actor, booking, before, body);
    const { _id: id } = booking;
    await happened(deps, trx, actor, {
      event: 'booking.opted-out',
      record: 'booking',
      id,
      ...changed,
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
