import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import {
  type MessagePurpose,
  messagePurposes,
} from '#contract/modules/after-ticket/message-texts.ts';
import {
  type countMessages,
  type Message,
  type MessageMonth,
  messageRegister,
  messageSchema,
  type MessageState,
  messageStates,
} from '#contract/modules/after-ticket/messages.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isInForce } from '#server/features/duties/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { withinDays } from '#server/lists/queries.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { masked } from './rules.ts';

const rowsOf = (matching: SelectQueryBuilder<DB, 'messages' | 'bookings', object>) =>
  matching
    .select(['messages.id', 'messages.booking_id', 'registration', 'purpose', 'step', 'channel'])
    .select(['messages.organisation', 'messages.zone', 'messages.state', 'reason', 'recipient'])
    .select(['body', 'parts', 'estimate_kobo', 'cost', 'currency', 'messages.made_at', 'sent_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('message_reports as report')
          .whereRef('report.gateway', '=', 'messages.gateway')
          .whereRef('report.gateway_id', '=', 'messages.gateway_id')
          .select(['at', 'report.state', 'report.reason'])
          .orderBy('at'),
      ).as('reports'),
    ])
    .orderBy('messages.made_at', 'desc')
    .orderBy('messages.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

const toWire = ({ booking_id, recipient, body, estimate_kobo, made_at, ...row }: Row): Message => {
  const { sent_at, cost, reports, ...same } = row;
  return messageSchema.parse({
    ...same,
    booking: booking_id,
    to: masked(recipient),
    text: body,
    estimate: estimate_kobo === null ? null : estimate_kobo / 100,
    cost: cost === null ? null : Number(cost),
    madeAt: made_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    reports: reports.map(({ at, ...said }) => ({ ...said, at: new Date(at).toISOString() })),
  });
};

const { text, amount, moment } = columnsOf<Message>();

export const readMessages = registerRead(messageRegister, {
  rows: (db, scope, { state, purpose, booking, from, to }) =>
    db
      .selectFrom('messages')
      .innerJoin('bookings', 'bookings.id', 'messages.booking_id')
      .where(inScope('messages', scope))
      .where((eb) => eb.and(withinDays(sql.ref('messages.made_at'), { from, to })))
      .$if(state !== undefined, (those) => those.where('messages.state', '=', state ?? ''))
      .$if(purpose !== undefined, (those) => those.where('purpose', '=', purpose ?? ''))
      .$if(booking !== undefined, (those) =>
        those.where('messages.booking_id', '=', booking ?? ''),
      ),
  states: {},
  shown: rowsOf,
  toWire,
  columns: [
    moment('Queued', ({ madeAt }) => madeAt),
    moment('Sent', ({ sentAt }) => sentAt),
    text('Purpose', 18, ({ purpose }) => messagePurposes[purpose]),
    text('Status', 12, ({ state }) => messageStates[state]),
    text('Reason', 40, ({ reason }) => reason),
    text('Plate', 14, ({ registration }) => registration),
    text('Booking', 28, ({ booking }) => booking),
    text('Zone', 16, ({ zone }) => zone),
    text('To', 16, ({ to }) => to),
    amount('Parts', 8, ({ parts }) => parts ?? ''),
    amount('Cost', 10, ({ cost }) => cost ?? ''),
    text('Currency', 10, ({ currency }) => currency),
  ],
  ticket: sql.ref('messages.booking_id'),
  onPrimary: true,
});

export async function countMessagesOf(
  db: Database,
  caller: Caller,
  messages: Deps['messages'],
  query: QueryOf<typeof countMessages>,
): Promise<Outcome<ResponseOf<typeof countMessages>['data']>> {
  const scope = chosenPlace(caller.scope, query);
  if (scope instanceof Refusal) return scope;
  const state = (name: string) => sql<number>`count(*) filter (where state = ${name})::integer`;
  const rows = await db
    .selectFrom('messages')
    .where(inScope('messages', scope))
    .where('sent_at', 'is not', null)
    .where((eb) => eb.and(withinDays(sql.ref('sent_at'), query)))
    .select(sql<string>`to_char(sent_at at time zone 'Africa/Lagos', 'YYYY-MM')`.as('month'))
    .select(['purpose', 'currency', sql<number>`count(*)::integer`.as('sent')])
    .select([state('delivered').as('delivered'), state('blocked').as('blocked')])
    .select(sql<string | null>`round(sum(cost), 2)::text`.as('cost'))
    .groupBy(['month', 'purpose', 'currency'])
    .orderBy('month', 'desc')
    .orderBy('purpose')
    .execute();
  const months = new Map<string, MessageMonth>();
  for (const { month, purpose, currency, cost, ...counts } of rows) {
    const known = months.get(`${month} ${purpose}`);
    months.set(`${month} ${purpose}`, {
      month,
      purpose: purpose as MessageMonth['purpose'],
      sent: (known?.sent ?? 0) + counts.sent,
      delivered: (known?.delivered ?? 0) + counts.delivered,
      blocked: (known?.blocked ?? 0) + counts.blocked,
      cost: [...(known?.cost ?? []), ...(cost === null ? [] : [`${currency} ${cost}`.trim()])],
    });
  }
  const hasGateway = organisationsOf(scope).some((name) => messages.of(name) !== null);
  return { months: [...months.values()], hasGateway };
}

/** True if a number gets no messages of the organisation of the row of `booking`. */
export const optedOut = (phone: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`exists (
  select from opt_outs
  where opt_outs.organisation = booking.organisation and opt_outs.demo = booking.demo
    and opt_outs.phone = phone_key(${phone}))`;

/** The messages that tell of a ticket, also those that were not sent, without a check of scope. */
export async function messagesTold(db: Kysely<DB>, booking: string) {
  const rows = await db
    .selectFrom('messages')
    .select(['purpose', 'state', 'reason', 'recipient', 'made_at', 'sent_at'])
    .where('booking_id', '=', booking)
    .where('purpose', '<>', 'opening-code')
    .orderBy('made_at')
    .limit(50)
    .execute();
  return rows.map(({ recipient, made_at, sent_at, ...row }) => ({
    ...row,
    purpose: row.purpose as MessagePurpose,
    state: row.state as MessageState,
    to: masked(recipient),
    at: sent_at ?? made_at,
  }));
}

/** Every message that tells of a ticket with its words, without a check of scope. */
export async function messagesInFull(db: Kysely<DB>, booking: string) {
  const rows = await db
    .selectFrom('messages')
    .select(['purpose', 'state', 'reason', 'recipient', 'body', 'made_at', 'sent_at'])
    .where('booking_id', '=', booking)
    .where('purpose', '<>', 'opening-code')
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  return rows.map(({ recipient, body, made_at, sent_at, ...row }) => ({
    ...row,
    purpose: row.purpose as MessagePurpose,
    state: row.state as MessageState,
    to: masked(recipient),
    text: body,
    at: sent_at ?? made_at,
  }));
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

export async function isOptedOut(
  db: Kysely<DB>,
  { organisation, demo, phone }: { organisation: string; demo: boolean; phone: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('opt_outs')
    .select('phone')
    .where('organisation', '=', organisation)
    .where('demo', '=', demo)
    .where('phone', '=', sql<string>`phone_key(${phone})`)
    .executeTakeFirst();
  return row !== undefined;
}
