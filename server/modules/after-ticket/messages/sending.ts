import { type Kysely, sql, type Transaction } from 'kysely';
import { shownPlate } from '#contract/identities.ts';
import { dayInWords, type Say } from '#contract/language.ts';
import {
  driverMessages,
  filledText,
  measuredText,
  plainLetters,
  type MessagePurpose,
} from '#contract/modules/after-ticket/message-texts.ts';
import type { MessageState } from '#contract/modules/after-ticket/messages.ts';
import { firstRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Organisation } from '#contract/places.ts';
import { isAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Trouble } from '#server/features/alarms/queries.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { messageSenderOf } from '#server/features/contacts/queries.ts';
import { languagesOf } from '#server/features/languages/queries.ts';
import { mayHaveBeenMailed } from '#server/gateways/mail.ts';
import { reportUrlOf, type SendAnswer, unknown } from '#server/gateways/message-gateway.ts';
import { system } from '#server/http/caller.ts';
import { referralOf } from '#server/modules/after-ticket/court/queries.ts';
import { isDisputed } from '#server/modules/after-ticket/disputes/queries.ts';
import { rulesOn } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { log } from '#server/process/log.ts';
import { optedOut } from './queries.ts';
import { applyReports, lockMessage, stateAs } from './reports.ts';
import {
  decided,
  gatewayNumber,
  mayHaveArrived,
  mostDrivers,
  stateAfter,
  triedAgainAt,
} from './rules.ts';
import { createOpeningCode } from './rules.ts';

type SendDeps = Pick<Deps, 'db' | 'config' | 'messages' | 'mailer' | 'keysFor'>;

const toStrangers = Object.entries(driverMessages).flatMap(([purpose, { toStranger }]) =>
  toStranger ? purpose : [],
);

/** Messages that are sent at once. */
const atOnce = 5;

/** Sends what is due, or says why not; answers how many messages were due. Nothing is sent twice. */
export async function sendDueMessages(deps: SendDeps, now = new Date()): Promise<number> {
  const { db, messages } = deps;
  if (!messages.isSetUp) return 0;
  const interrupted =
    'The server stopped while it was sending the message, so the message may or may not have arrived.';
  await db
    .updateTable('messages')
    .set({ state: 'unknown', reason: interrupted })
    .where('state', '=', 'queued')
    // Longer than any gateway or mail server is waited for.
    .where('begun_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .execute();
  const due = await db
    .selectFrom('messages')
    .select('id')
    .where('state', '=', 'queued')
    .where('begun_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(atOnce)
    .execute();
  const send = ({ id }: { id: string }) =>
    sendMessage(deps, id, now).catch(async (error: unknown) => {
      if (isAway(error)) throw error;
      // One that can't be sent must not hold up all that come after it.
      log.error({ err: error, id }, 'a message could not be sent');
      const due_at = triedAgainAt(now, now);
      await db.updateTable('messages').set({ due_at }).where('id', '=', id).execute();
    });
  await Promise.all(due.map(send));
  return due.length;
}

async function sendMessage(deps: SendDeps, id: string, now: Date): Promise<void> {
  const begun = await deps.db.transaction().execute((trx) => begin(deps, trx, id, now));
  if (!begun) return;
  const { config } = deps;
  const { port, to, text, say, authority, later, ...sent } = begun;
  const answer = port
    ? await port.gateway.send({
        id,
        to,
        sender: port.sender,
        text,
        reportUrl: reportUrlOf(config, sent.gateway),
      })
    : await sendMail(deps, { to, subject: say('{authority}: ticket', { authority }), text });
  await settle(deps.db, sent, answer, later);
}

/**
 * Decides what becomes of a message, and notes that its gateway is asked now; undefined where it isn't.
 * Whatever changes the ticket comes before or after, so that no number is asked that was corrected.
 */
async function begin(
  { config, messages, keysFor }: SendDeps,
  trx: Transaction<DB>,
  id: string,
  now: Date,
): Promise<Begun | undefined> {
  await trx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', trx.selectFrom('messages').select('booking_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute();
  const found = await waitingMessage(trx, id);
  if (!found) return undefined;
  const { booking_id, organisation, registration, wantedAt } = found;
  const [purpose, channel] = [found.purpose as MessagePurpose, found.channel as 'sms' | 'mail'];
  const { toStranger } = driverMessages[purpose];
  const waiting = trx.updateTable('messages').where('id', '=', id).where('begun_at', 'is', null);
  const port = channel === 'sms' ? messages.of(organisation) : null;
  const later = triedAgainAt(wantedAt, now);
  const number = gatewayNumber(found.phone_no);
  const to = channel === 'mail' ? found.email || null : toStranger ? found.recipient : number;
  const of = { ...found, organisation: organisation as Organisation };
  const { rules, from: template } = await rulesOn(trx, of, sql`${found.day}::date`);
  const referral = await referralOf(trx, booking_id);
  const facts = {
    ...found,
    disputed: await isDisputed(trx, booking_id),
    referred: referral !== null,
    hearingDay: referral?.hearingDay ?? null,
    purpose,
    channel,
    to,
    isDrivers: to === number,
    knows: to !== null && (await knows(trx, booking_id, to)),
  };
  const decision = decided(facts, now, rules ?? firstRules);
  if (decision.is === 'stop') {
    const { reason } = decision;
    await waiting.set({ state: 'stopped', reason }).execute();
    return undefined;
  }
  if (decision.is === 'wait' || (channel === 'sms' ? !port : !messages.mails)) {
    await waiting.set({ due_at: decision.is === 'wait' ? decision.until : later }).execute();
    return undefined;
  }
  const { authority, address } = await messageSenderOf({ db: trx, config }, found);
  const texts: Partial<Record<MessagePurpose, string>> = rules?.texts ?? {};
  const languages = await languagesOf(trx, found);
  const say = await languages.say(found.language);
  const written = say(texts[purpose] ?? driverMessages[purpose].text, {});
  const values = {
    authority,
    plate: shownPlate(registration) || found.license,
    amount: `N${(found.price_kobo / 100).toLocaleString('en-NG')}`,
    due: found.due_day === null ? say('as it says') : dayInWords(say, found.due_day),
    receipt: found.receipt ?? '',
    day: referral?.hearingDay ? dayInWords(say, referral.hearingDay) : '',
    place: referral?.hearingPlace ?? '',
    link: `${address}/t/${found.ticket_code}`,
  };
  const inLetters = (filled: string) => (languages.plainLetters ? plainLetters(filled) : filled);
  const text = inLetters(filledText(written, { ...values, code: createOpeningCode(keysFor)(id) }));
  const { parts } = measuredText(text);
  const price = rules?.partPrice ?? null;
  const gateway = port?.gateway.name ?? 'mail';
  const begun = await waiting
    .set({
      begun_at: new Date(),
      recipient: decision.to,
      // No copy of the code stays here.
      body: inLetters(filledText(written, { ...values, code: '******' })),
      gateway,
      template,
      ...(port && {
        parts,
        estimate_kobo: price === null ? null : Math.round(parts * price * 100),
      }),
      ...(port?.gateway.takesOurId && { gateway_id: id }),
    })
    .where('state', '=', 'queued')
    .executeTakeFirst();
  if (begun.numUpdatedRows !== 1n) return undefined;
  return {
    id,
    booking_id,
    purpose,
    channel,
    gateway,
    port,
    to: decision.to,
    text,
    say,
    authority,
    later,
  };
}

interface Begun extends Sent {
  /** Null for a mail. */
  readonly port: ReturnType<Deps['messages']['of']>;
  readonly to: string;
  readonly text: string;
  readonly say: Say;
  readonly authority: string;
  /** It is tried again then, if nobody took it. */
  readonly later: Date;
}

/**
 * True if this number was told of the ticket, and not yet that it was a mistake. What nobody knows to
 * have failed counts as told.
 */
async function knows(trx: Transaction<DB>, booking: string, recipient: string): Promise<boolean> {
  const last = await trx
    .selectFrom('messages')
    .select('purpose')
    .where((eb) => eb.and({ booking_id: booking, recipient }))
    .where('begun_at', 'is not', null)
    .where('state', 'in', mayHaveArrived)
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && !driverMessages[last.purpose as MessagePurpose].toStranger;
}

/** Stores the answer, with what was reported before it. */
async function settle(
  db: Database,
  { id, booking_id, ...what }: Sent,
  answer: SendAnswer,
  later: Date,
): Promise<void> {
  const { gatewayId, cost } = answer;
  await db.transaction().execute(async (trx) => {
    if (gatewayId !== undefined) await lockMessage(trx, what.gateway, gatewayId);
    const { state: before } = await trx
      .selectFrom('messages')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isAgain = answer.again === true && before === 'queued';
    const state = stateAfter(before as MessageState, answer.state);
    const change = isAgain
      ? { ...stateAs(answer.state, answer.reason), state: before, begun_at: null }
      : { ...stateAs(state, answer.reason), sent_at: state === 'fault' ? null : new Date() };
    const message = await trx
      .updateTable('messages')
      .set({ ...change, ...cost, ...(isAgain && { due_at: later, troubled_at: new Date() }) })
      .$if(gatewayId !== undefined, (query) => query.set({ gateway_id: gatewayId ?? null }))
      .where('id', '=', id)
      .returning(['id', 'state', 'gateway', 'gateway_id'])
      .executeTakeFirstOrThrow();
    if (isAgain) return;
    // A second update locks the booking for its foreign key: before the trail, as every change does.
    if (gatewayId !== undefined) await applyReports(trx, message);
    const after = { message: id, ...what, state };
    await writeAudit(trx, system, {
      event: 'booking.message-sent',
      record: 'booking',
      id: booking_id,
      before: null,
      after,
    });
  });
}

interface Sent {
  readonly id: string;
  readonly booking_id: string;
  readonly purpose: MessagePurpose;
  readonly channel: 'sms' | 'mail';
  readonly gateway: string;
}

/** The number of a message: the driver's, or the stranger's that it was queued for. */
const asked = sql<string>`case when purpose in (${sql.join(toStrangers)}) then message.recipient
  else booking.phone_no end`;

const waitingMessage = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('messages as message')
    .innerJoin('bookings as booking', 'booking.id', 'message.booking_id')
    .leftJoin('payments as payment', 'payment.booking_id', 'booking.id')
    .where('message.id', '=', id)
    .where('message.state', '=', 'queued')
    .where('begun_at', 'is', null)
    .select(['message.booking_id', 'purpose', 'channel', 'message.recipient', 'occasion'])
    .select('due_day')
    .select(['booking.organisation', 'booking.demo', 'paid', 'price_kobo', 'receipt'])
    .select('booking.language')
    .select(['email', 'phone_no', 'registration', 'license', 'ticket_code'])
    .select([
      sql<string>`lagos_day(coalesce(booking.made_at, booking.created_at))::text`.as('day'),
      // A reminder is wanted until the end of its day.
      sql<Date>`coalesce(case when purpose = 'reminder' then
        (booking.due_day + message.step + 1)::timestamp at time zone 'Africa/Lagos' end,
        message.made_at)`.as('wantedAt'),
      sql<boolean>`withdrawn_at is not null`.as('withdrawn'),
      sql<boolean>`booking.decided_at is not null`.as('decidedInCourt'),
      sql<boolean>`erased_at is not null`.as('erased'),
      optedOut(asked).as('optedOut'),
      sql<number>`(select count(distinct folded(name))::integer from (
        select name from bookings as other
        where phone_key(other.phone_no) = phone_key(${asked})
          and other.organisation = booking.organisation and other.demo = booking.demo
        limit ${mostDrivers * 50}) as others)`.as('drivers'),
    ])
    .executeTakeFirst();

async function sendMail(
  { mailer }: SendDeps,
  mail: { to: string; subject: string; text: string },
): Promise<SendAnswer> {
  try {
    await mailer.send(mail);
    return { state: 'accepted', reason: '' };
  } catch (error) {
    const { responseCode = 0 } = error as { responseCode?: number };
    if (responseCode >= 500)
      return {
        state: 'unreachable',
        reason: `The mail server refused the message (${responseCode}).`,
      };
    return {
      ...unknown('The mail server did not accept the message.'),
      again: !mayHaveBeenMailed(error),
    };
  }
}

/** For so many days an operator is told of messages that gateways refused or could not take. */
const troubledDays = 1;

export async function messageTroubles(db: Database): Promise<Trouble[]> {
  const { rows } = await sql<{ reason: string }>`
    select distinct reason from messages
    where troubled_at > now() - make_interval(days => ${troubledDays})
      and state in ('queued', 'fault') and reason <> ''
    order by 1 limit 5`.execute(db);
  return rows.map(({ reason }) => ({
    name: `messages ${reason}`.slice(0, 100),
    words: `Messages to drivers are not being sent. ${reason}`,
  }));
}
