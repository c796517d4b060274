import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DayRange } from '#contract/day-range.ts';
import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import {
  type Closing,
  closingSchema,
  mostChanges,
  type proposeClosing,
  type readClosings,
} from '#contract/modules/reports/report-closings.ts';
import { reportRows, reportTypes } from '#contract/modules/reports/reports.ts';
import { headquarters, stateOfOrganisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { proposalsOf } from '#server/features/decisions/queries.ts';
import { type KeptBytes, withKeptBytes } from '#server/features/files/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import type { Caller, Scope, Taker } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { only } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace, theWholeOrganisation } from '#server/scope/rules.ts';
import { naira, sumOf } from './body.ts';
import { lockSeries, periodsOf, whyNotInOrder } from './closing-order.ts';
import {
  changesSince,
  closedReport,
  cutTo,
  keptReport,
  type MakingDeps,
  reportToClose,
} from './closing-report.ts';
import { openExceptions } from './closing-tables.ts';
import { type PaperDeps, paperOf, toldOf } from './paper.ts';
import * as rules from './rules.ts';

type ClosingDeps = MakingDeps & Pick<Deps, 'db'>;

const proposed = z.strictObject({
  report: closingSchema.shape.kind,
  from: z.string(),
  to: z.string(),
  version: z.number().int(),
});

const subjectOf = ({
  kind,
  from,
  to,
  zone,
}: Pick<Closing, 'kind' | 'from' | 'to' | 'zone'>): string =>
  [kind, from, to, ...(zone === null ? [] : [zone])].join(' ');

const stateAfter = {
  confirmed: 'closed',
  refused: 'refused',
  'taken back': 'taken back',
} as const;

const closing: decisions.DecidedKind<z.infer<typeof proposed>> = {
  kind: 'closing',
  body: proposed,
  waitsAlready: rules.alreadyProposed,
  // One that was proposed by an older version may be out of order.
  async apply(trx, { id, organisation, zone, demo, body: { report: kind, ...days } }) {
    const series = { kind, organisation, zone, demo };
    await lockSeries(trx, series);
    const others = await periodsOf(trx, series, id);
    return whyNotInOrder(
      kind,
      days,
      others.filter(({ waits }) => !waits),
    );
  },
  async trail(trx, { id, organisation, body: { version } }, { outcome, refusal }) {
    const { number, sha256 } = await trx
      .selectFrom('report_closings')
      .select(['number', 'sha256'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      record: 'organisation',
      id: organisation,
      before: { closing: id, state: 'waiting' },
      after: {
        closing: id,
        state: stateAfter[outcome],
        version,
        number,
        sha256,
        ...(refusal !== null && { reason: refusal }),
      },
    };
  },
};

const isStanding = (state: Closing['state']): boolean => state === 'waiting' || state === 'closed';

/** A closing whose confirmation keeps this paper. */
const closingWith = (paper: KeptBytes): typeof closing => ({
  ...closing,
  async trail(trx, proposal, end) {
    const said = await closing.trail(trx, proposal, end);
    return { ...said, after: { ...said.after, paper: paper.sha256 } };
  },
  async apply(trx, proposal, taker) {
    const why = await closing.apply?.(trx, proposal, taker);
    if (why) return why;
    const { id, demo } = proposal;
    const row = { kind: 'closed report', content_type: 'application/pdf', demo };
    await trx
      .insertInto('files')
      .values({ ...row, ...paper })
      .execute();
    await trx.insertInto('closed_papers').values({ id, file_id: paper.id }).execute();
    return null;
  },
});

/** Closings in a scope, the last one first. */
async function closingsIn(
  db: Kysely<DB>,
  scope: Scope,
  which: { readonly id: string } | Pick<Closing, 'kind' | 'from' | 'to'>,
): Promise<Closing[]> {
  const rows = await proposalsOf(db, 'closing')
    .innerJoin('report_closings', 'report_closings.id', 'proposals.id')
    .leftJoin('closed_papers', 'closed_papers.id', 'proposals.id')
    .leftJoin('files', 'files.id', 'closed_papers.file_id')
    .where(inScope('proposals', scope))
    .where((eb) =>
      'id' in which
        ? eb('proposals.id', '=', which.id)
        : eb.and([
            eb('subject', '=', subjectOf({ ...which, zone: scope.zone })),
            eb('proposals.zone', 'is not distinct from', scope.zone),
          ]),
    )
    .select(['number', 'report_closings.sha256', 'files.sha256 as paper'])
    .orderBy('proposals.id', 'desc')
    .execute();
  return rows.map((row) => {
    const { report, from, to, version } = proposed.parse(row.body);
    return closingSchema.parse({
      id: row.id,
      kind: report,
      organisation: row.organisation,
      zone: row.zone,
      from,
      to,
      version,
      reason: row.reason,
      number: row.number,
      sha256: row.sha256,
      paper: row.paper,
      state: row.outcome === 'confirmed' ? 'closed' : (row.outcome ?? 'waiting'),
      proposer: row.proposed_by,
      proposedBy: row.by?.name,
      proposedAt: row.proposed_at.toISOString(),
      decidedBy: row.decider?.name ?? null,
      decidedAt: row.decided_at?.toISOString() ?? null,
      refusal: row.refusal ?? '',
    });
  });
}

/** One closing; 404 beyond the caller's scope. */
export async function findClosing(
  db: Kysely<DB>,
  { scope }: Pick<Caller, 'scope'>,
  id: string,
): Promise<Outcome<Closing>> {
  const [found] = await closingsIn(db, scope, { id });
  return found ?? notFound('closing');
}

/** The same for those who decide it: 403 for who sees only one zone. */
export async function findDecided(db: Kysely<DB>, caller: Caller, id: string) {
  const found = await findClosing(db, caller, id);
  if (found instanceof Refusal) return found;
  const whole = theWholeOrganisation(caller.scope, found.organisation);
  return whole instanceof Refusal ? whole : found;
}

/** The paper of a closed report, to the byte; null where none was kept. */
export async function keptPaper(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  { id, paper }: Closing,
): Promise<Outcome<Buffer | null>> {
  if (paper === null) return null;
  const { file_id: file } = await db
    .selectFrom('closed_papers')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stored = await store.open(file);
  return stored ? buffer(stored) : notFound('paper');
}

/** 403 for a place beyond the scope. */
export async function closingsOf(
  deps: ClosingDeps,
  caller: Caller,
  { closing: id, ...asked }: QueryOf<typeof readClosings>,
): Promise<Outcome<ResponseOf<typeof readClosings>['data']>> {
  const scope = chosenPlace(caller.scope, asked);
  if (scope instanceof Refusal) return scope;
  const { organisation, zone } = scope;
  if (organisation === null) return { closings: [], kept: null, next: null };
  const closings = await closingsIn(deps.reports, scope, asked);
  const found = closings.find(({ id: one, state }) =>
    id === undefined ? isStanding(state) : one === id,
  );
  if (id !== undefined && !found) return notFound('closing');
  const series = { ...asked, organisation, zone, demo: caller.demo };
  const open = await openExceptions(deps.reports, scope, asked);
  const why = rules.isOver(asked)
    ? whyNotInOrder(asked.kind, asked, await periodsOf(deps.reports, series))
    : null;
  const next = {
    why: why?.error ?? null,
    exceptions: {
      count: sumOf(open, ({ count }) => count),
      amount: naira(sumOf(open, ({ kobo }) => kobo)),
    },
  };
  if (!found) return { closings, kept: null, next };
  const now = await reportToClose(deps, caller, series);
  if (now instanceof Refusal) return now;
  const then = await keptReport(deps.reports, found.id, reportRows.xlsx);
  const changes = changesSince(then, now);
  const told = { changed: changes.length, changes: changes.slice(0, mostChanges) };
  const kept = { id: found.id, report: cutTo(then, reportRows.screen), ...told };
  return { closings, kept, next };
}

/** The number of days (Africa/Lagos) for which no statement of the whole organisation is in force. */
async function daysWithoutStatement(
  db: Kysely<DB>,
  { organisation, demo }: Scope,
  { from, to }: DayRange,
): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::integer as days from generate_series(${from}::date, ${to}::date, '1 day') as day
    where not exists (
      select from statements
      where ${inScope('statements', { organisation, demo, zone: null })} and in_force
        and whose = 'gateway'
        and day::date between from_day and to_day)`.execute(db);
  return only(rows).days;
}

/** Makes a report, and keeps it for a second person. */
export async function proposeToClose(
  deps: ClosingDeps,
  taker: Taker,
  { reason, ...body }: BodyOf<typeof proposeClosing>,
): Promise<Outcome<Closing>> {
  const { caller } = taker;
  const organisation = theWholeOrganisation(caller.scope, body.organisation);
  if (organisation instanceof Refusal) return organisation;
  const asked = { ...body, organisation };
  const { kind, from, to, zone = null } = asked;
  const zones = [null, headquarters, ...areasOf(stateOfOrganisation(organisation))];
  if (!zones.includes(zone)) return invalid('zone', `${zone} is not a zone of ${organisation}.`);
  if (!rules.isOver(asked)) return invalid('to', 'Select days up to yesterday.');
  // Those of the demo have versions of their own.
  const own: Scope = { organisation, zone, demo: caller.demo ? 'only' : 'excluded' };
  const last = (await closingsIn(deps.db, own, asked)).find(({ state }) => isStanding(state));
  if (last?.state === 'waiting') return rules.alreadyProposed;
  if (last && reason === '')
    return invalid('reason', 'Enter a reason for closing the report again.');
  const series = { kind, organisation, zone, demo: caller.demo };
  const periods = await periodsOf(deps.db, series);
  const early = whyNotInOrder(kind, asked, periods);
  if (early) return early;
  const bare = kind === 'er' ? await daysWithoutStatement(deps.db, own, { from, to }) : 0;
  if (bare > 0) return rules.withoutStatement(bare);
  const place = { ...asked, zone };
  const report = await closedReport(deps, {
    db: deps.db,
    caller,
    scope: own,
    asked: place,
    periods,
  });
  if (report instanceof Refusal) return report;
  const refusal = rules.whyNotExported(report, 'xlsx');
  if (refusal) return refusal;
  const data = Buffer.from(JSON.stringify(report));
  const sha256 = createHash('sha256').update(data).digest('hex');
  const version = (last?.version ?? 0) + 1;
  const named = { number: report.number, sha256 };
  const why = last ? reason : '';
  return decisions.propose(
    deps,
    taker,
    closing,
    {
      organisation,
      zone,
      reason: why,
      parts: [
        {
          subject: subjectOf({ kind, from, to, zone }),
          body: { report: kind, from, to, version },
        },
      ],
      async whyNot(trx) {
        await lockSeries(trx, series);
        return whyNotInOrder(kind, asked, await periodsOf(trx, series));
      },
      async keep(trx, { id }) {
        await trx
          .insertInto('report_closings')
          .values({ id, ...named, data })
          .execute();
      },
      trail: (_, { id }) => ({
        record: 'organisation',
        id: organisation,
        before: null,
        after: {
          closing: id,
          report: kind,
          zone,
          from,
          to,
          version,
          ...named,
          ...(why !== '' && { reason }),
          waits: true,
        },
      }),
    },
    (trx, [id = '']) => findClosing(trx, caller, id),
  );
}

/** Closes what somebody else has proposed, with its paper, or refuses it. */
export async function decideClosing(
  deps: decisions.DecisionDeps & PaperDeps,
  taker: Taker,
  found: Closing,
  decision: Decision,
): Promise<Outcome<Closing>> {
  const { caller } = taker;
  const { id } = found;
  const answer = (db: Kysely<DB>) => findClosing(db, caller, id);
  if (!decision.agrees || found.state !== 'waiting' || found.proposer === caller.userId)
    return decisions.decide(deps, taker, closing, { id, decision }, answer);
  const at = new Date();
  const content = await closedPaper(deps, taker, {
    ...found,
    state: 'closed',
    decidedBy: caller.name,
    decidedAt: at.toISOString(),
  });
  return withKeptBytes(deps, content, 'application/pdf', (paper) =>
    decisions.decide(deps, taker, closingWith(paper), { id, decision, at }, answer),
  );
}

/** Draws what a closing keeps as the paper that is signed. */
async function closedPaper(deps: PaperDeps, taker: Taker, found: Closing): Promise<Buffer> {
  const { id, kind, organisation, zone, from, to } = found;
  const report = await keptReport(deps.db, id, reportRows.pdf);
  const asked = { kind, organisation, ...(zone !== null && { zone }), from, to, closing: id };
  const told = toldOf(report, found, deps.config);
  const notes = [...told.report.notes, ...rules.cutNotes(report)];
  return paperOf(deps, taker, asked, { ...told, report: { ...told.report, notes } });
}

/** Takes back what the caller has proposed. */
export const takeBackClosing = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
): Promise<Outcome<Closing>> =>
  decisions.takeBack(deps, taker, closing, { id }, (trx) => findClosing(trx, taker.caller, id));

export const reportsToClose: QueueOfKind = {
  words({ body }) {
    const { report, from, to } = proposed.parse(body);
    return `${reportTypes[report].code}, ${report === 'unp' ? to : `${from} to ${to}`}`;
  },
};
