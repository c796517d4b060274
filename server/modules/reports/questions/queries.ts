import { type Kysely, sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import {
  entrySchema,
  type listQuestions,
  mostQuestionRows,
  type QuestionEntry,
  type Questions,
  type readQuestion,
} from '#contract/modules/reports/questions.ts';
import type { Organisation } from '#contract/places.ts';
import { roleSchema } from '#contract/roles.ts';
import { fullName, personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isInForce } from '#server/features/duties/queries.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace, theOrganisation } from '#server/scope/rules.ts';
import * as rules from './rules.ts';
import { type Asked, ownBookings, signals } from './signals.ts';

/** Each reads up to 92 days of an organisation. */
const inTurn = boundedQueue({ name: 'questions', atOnce: 1, waiting: 12, each: 2 });

const isReviewer = (db: Kysely<DB>, { userId, demo }: Caller, organisation: Organisation) =>
  isInForce(db, { duty: 'reviewer', user: userId, organisation, demo });

/**
 * The place of the questions that somebody asks for. 403 beyond the scope, and about others without the
 * duty; then 409 while they are switched off.
 */
export async function placeOfQuestions(
  db: Kysely<DB>,
  caller: Caller,
  asked: Pick<QueryOf<typeof listQuestions>, 'organisation' | 'zone'>,
  ofOthers: boolean,
): Promise<Outcome<Scope & { readonly organisation: Organisation }>> {
  const organisation = theOrganisation(caller.scope, asked.organisation);
  if (organisation instanceof Refusal) return organisation;
  if (ofOthers && !(await isReviewer(db, caller, organisation))) return rules.notReviewer;
  const on = { duty: 'questions', user: null, organisation, demo: caller.demo } as const;
  if (!(await isInForce(db, on))) return rules.switchedOff;
  const scope = chosenPlace(caller.scope, { organisation, zone: asked.zone });
  return scope instanceof Refusal ? scope : { ...scope, organisation };
}

/** The rows of some signals that no outcome has dealt with. */
function openRows(names: readonly string[], asked: Asked) {
  const each = names.map(
    (name) => sql`
      select ${name} as signal, part.* from (${signals[name]?.rows(asked) ?? sql``})
        as part (officer, zone, id, at, hit, by, wrong)`,
  );
  return sql`
    with ${ownBookings(asked)}, dealt as (
      select signal, officer, unnest(rows) as id from question_entries
      where ${inScope('question_entries', asked.scope)}
    ), open_rows as (
      select * from (${sql.join(each, sql` union all `)}) as found
      where not exists (
        select from dealt
        where (dealt.signal, dealt.officer, dealt.id) = (found.signal, found.officer, found.id)))`;
}

interface CountRow extends rules.Counted {
  readonly officer: string;
  readonly name: string;
  readonly wrong: number;
}

export async function questionsIn(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  caller: Caller,
  { of, ...asked }: QueryOf<typeof listQuestions>,
): Promise<Outcome<Questions>> {
  const ofOthers = of === 'others';
  const scope = await placeOfQuestions(db, caller, asked, ofOthers);
  if (scope instanceof Refusal) return scope;
  const counting = sql<CountRow>`${openRows(Object.keys(signals), { scope, days: asked })}
    select signal, officer, open_rows.zone, role, ${fullName()} as name, count(*)::integer as of,
      count(*) filter (where hit)::integer as hits,
      count(*) filter (where hit and wrong <> '')::integer as wrong
    from open_rows join users on users.id = officer
    group by signal, officer, open_rows.zone, users.id
    order by name, officer, zone`;
  const { rows } = await inTurn.run(() => counting.execute(reports), caller.userId);
  const compared = rules.compare(rows, (signal) => signals[signal]?.least ?? Infinity);
  const outcomes = await db
    .selectFrom('question_entries')
    .where(inScope('question_entries', scope))
    .where('kind', '<>', 'answer')
    .select(sql<number>`count(*)::integer`.as('decided'))
    .select(sql<number>`count(*) filter (where kind <> 'referred')::integer`.as('innocent'))
    .executeTakeFirstOrThrow();
  const shown = compared
    .filter(({ officer }) => (officer === caller.userId) !== ofOthers)
    .filter((row) => !ofOthers || rules.isOutside(row));
  return {
    signals: Object.entries(signals).map(([name, { title, what, innocent }]) => ({
      name,
      title,
      innocent,
      figures: shown
        .filter(({ signal }) => signal === name)
        .map((row) => ({
          officer: { id: row.officer, name: row.name, role: roleSchema.parse(row.role) },
          zone: row.zone,
          says: rules.saysOf(row, what),
          rows: row.hits,
          wrong: row.wrong,
        })),
    })),
    notes: rules.notesOf(compared, outcomes),
    reviews: ofOthers || (await isReviewer(db, caller, scope.organisation)),
  };
}

/** A signal of an officer. */
interface Question {
  readonly signal: string;
  readonly officer: string;
}

/** The rows of a question that are open, the newest first. */
export async function openRowsOf(
  db: Kysely<DB>,
  { signal, officer }: Question,
  { scope, days }: Asked,
): Promise<ResponseOf<typeof readQuestion>['data']['rows']> {
  const { rows } = await sql<{ id: string; at: Date; by: string | null; wrong: string }>`
    ${openRows([signal], { scope, days, officer })}
    select open_rows.id, at, ${fullName()} as by, wrong
    from open_rows left join users on users.id = by
    where hit and officer = ${officer}
    order by at desc, open_rows.id desc limit ${mostQuestionRows}`.execute(db);
  const opens = signals[signal]?.opens;
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    opens: opens?.(row.id) ?? null,
  }));
}

/** The answers and outcomes of a question, the first one first. */
export async function entriesOf(
  db: Kysely<DB>,
  { signal, officer }: Question,
  scope: Scope,
): Promise<QuestionEntry[]> {
  const rows = await db
    .selectFrom('question_entries')
    .where(inScope('question_entries', scope))
    .where('signal', '=', signal)
    .where('officer', '=', officer)
    .select(['id', 'kind', 'words', 'made_at as at'])
    .select(personIn('question_entries.made_by', 'question_entries.made_at').as('by'))
    .orderBy('id')
    .execute();
  return rows.map((row) => entrySchema.parse({ ...row, at: row.at.toISOString() }));
}
