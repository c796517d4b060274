import { type Kysely, sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { driverMessages, type MessagePurpose, toldBy } from '#contract/message-texts.ts';
import type { changeOptOut } from '#contract/messages.ts';
import type { FollowDeps, Happened, Part } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { isInForce } from '#server/features/duties/queries.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { isOptedOut } from './queries.ts';

const purposes = Object.keys(driverMessages) as MessagePurpose[];

/** Queues what tells the driver of each event that has a message. */
export const driversTold: NonNullable<Part['follows']> = Object.fromEntries(
  purposes.flatMap((purpose) => {
    const { after } = toldBy(purpose);
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
  const { email, price_kobo, ...place } = await trx
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo', 'email', 'price_kobo'])
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow();
  if (toldBy(purpose).ofMoney && price_kobo === 0) return;
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

/** The page of a ticket asks for it too. */
export async function changeOptOutOf(
  db: Deps['db'],
  actor: Actor,
  {
    _id: id,
    phoneNo,
    organisation,
    demo,
  }: Pick<Booking, '_id' | 'phoneNo' | 'organisation' | 'demo'>,
  { optedOut, reason }: BodyOf<typeof changeOptOut>,
): Promise<Outcome<{ optedOut: boolean }>> {
  if (!/\d/.test(phoneNo)) return noNumber;
  await db.transaction().execute(async (trx) => {
    const number = { organisation, demo, phone: phoneNo };
    const before = { optedOut: await isOptedOut(trx, number) };
    await setOptOut(trx, number, optedOut ? { reason, made_by: actor.id } : null);
    const after = { optedOut, reason };
    await writeAudit(trx, actor, {
      event: 'booking.opted-out',
      record: 'booking',
      id,
      before,
      after,
    });
  });
  return { optedOut };
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
