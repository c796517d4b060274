import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type Holiday,
  holidaySchema,
  type proposeHoliday,
} from '#contract/modules/after-ticket/holidays.ts';
import type { Organisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { proposalsOf, whyNotEnded } from '#server/features/decisions/queries.ts';
import type { Caller, Taker } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { changeCalendar, type RulesOf } from './queries.ts';

const proposed = holidaySchema.pick({ from: true, to: true, name: true, isHoliday: true });
type Proposed = z.infer<typeof proposed>;

const isOver = ({ to }: Pick<Proposed, 'to'>): boolean => to < dayOf(new Date());

const lapsed = new Refusal(
  409,
  'day_has_come',
  'These days have passed and nobody confirmed the proposal, so due dates will not change.',
);

const holidayKind: decisions.DecidedKind<Proposed> = {
  kind: 'holiday',
  body: proposed,
  waitsAlready: new Refusal(
    409,
    'already_proposed',
    'A holiday that begins on this day is already waiting for a second person to confirm it. Confirm or refuse that holiday first.',
    { from: 'A holiday that begins on this day is already proposed.' },
  ),
  // Whoever counts a day keeps the calendar as it is until their transaction ends.
  lock: changeCalendar,
  whyNotEnded(_, { outcome, body, proposed_by: proposer }, { by, decides }) {
    if (outcome === null && decides && isOver(body)) return lapsed;
    return whyNotEnded('holiday', { state: outcome ?? 'waiting', proposer }, by, decides);
  },
  trail: (_, { id, organisation, body: { from, to } }, { refusal }) => ({
    record: 'organisation',
    id: organisation,
    before: { proposal: id, from, to },
    after: { proposal: id, from, to, ...(refusal !== null && { reason: refusal }) },
  }),
};

const holidaysIn = (db: Kysely<DB>) => proposalsOf(db, 'holiday');
type Row = Awaited<ReturnType<ReturnType<typeof holidaysIn>['executeTakeFirstOrThrow']>>;

const toWire = (row: Row): Holiday => {
  const { id, body, reason, by, proposed_at, outcome, decider, decided_at, refusal } = row;
  const days = proposed.parse(body);
  return holidaySchema.parse({
    ...days,
    id,
    reason,
    by,
    at: proposed_at.toISOString(),
    state: outcome ?? (isOver(days) ? 'lapsed' : 'waiting'),
    decidedBy: decider,
    decidedAt: decided_at?.toISOString() ?? null,
    refusal: refusal ?? '',
  });
};

/** Lists the holidays that an organisation has declared. */
export async function holidaysOf(
  db: Kysely<DB>,
  { organisation, demo }: RulesOf,
): Promise<Holiday[]> {
  const rows = await holidaysIn(db)
    .where((eb) => eb.and({ organisation, demo }))
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(toWire);
}

/** One for those who decide it: 404 beyond their scope, 403 for who sees one zone. */
export async function findHoliday(
  db: Kysely<DB>,
  { scope, demo }: Caller,
  id: string,
): Promise<Outcome<Holiday>> {
  const row = await holidaysIn(db)
    .where(inScope('proposals', { ...scope, zone: null }))
    .where((eb) => eb.and({ id, demo }))
    .executeTakeFirst();
  if (!row) return notFound('holiday');
  const whole = theWholeOrganisation(scope, row.organisation as Organisation);
  return whole instanceof Refusal ? whole : toWire(row);
}

export async function propose(
  deps: decisions.DecisionDeps,
  taker: Taker,
  { organisation }: RulesOf,
  { from, to, name, isHoliday, reason }: BodyOf<typeof proposeHoliday>,
): Promise<Outcome<Holiday>> {
  if (from < dayOf(new Date())) return invalid('from', 'Select today or a later day.');
  return decisions.propose(
    deps,
    taker,
    holidayKind,
    {
      organisation,
      reason,
      parts: [{ subject: from, body: { from, to, name, isHoliday } }],
      trail: (_, { id }) => ({
        record: 'organisation',
        id: organisation,
        before: null,
        after: { proposal: id, from, to, name, isHoliday, reason },
      }),
    },
    (trx, [id = '']) => findHoliday(trx, taker.caller, id),
  );
}

export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
  decision: Decision,
): Promise<Outcome<Holiday>> =>
  decisions.decide(deps, taker, holidayKind, { id, decision }, (trx) =>
    findHoliday(trx, taker.caller, id),
  );

export const takeBack = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
): Promise<Outcome<Holiday>> =>
  decisions.takeBack(deps, taker, holidayKind, { id }, (trx) => findHoliday(trx, taker.caller, id));

export const holidaysToConfirm: QueueOfKind = {
  words: ({ body, about }) => {
    const { from, to, name, isHoliday } = proposed.parse(body);
    const days = from === to ? from : `${from} to ${to}`;
    return `${isHoliday ? name : `${name} cancelled`}, ${days}: ${about}`;
  },
};
