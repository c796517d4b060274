import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type {
  addToQuestion,
  listQuestions,
  Questions,
  readQuestion,
} from '#contract/modules/reports/questions.ts';
import type { Organisation } from '#contract/places.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Scope, Taker } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { entriesOf, openRowsOf, placeOfQuestions, questionsIn } from './queries.ts';
import { rowsChanged, whyNotWritten } from './rules.ts';

type QuestionDeps = Pick<Deps, 'db' | 'reports'>;
type Question = ParamsOf<typeof readQuestion>;

/** Before a reviewer reads anything, the trail has whose records they look at. */
const noteLook = (
  { db }: QuestionDeps,
  actor: Actor,
  event: 'question.listed' | 'question.looked-at',
  id: string,
  after: object,
): Promise<void> =>
  db
    .transaction()
    .execute((trx) =>
      writeAudit(trx, actor, { event, record: 'question', id, before: null, after }),
    );

export async function listQuestionsOf(
  deps: QuestionDeps,
  { actor, caller }: Taker,
  asked: QueryOf<typeof listQuestions>,
): Promise<Outcome<Questions>> {
  const found = await questionsIn(deps, caller, asked);
  if (found instanceof Refusal || asked.of === 'own') return found;
  const officers = found.signals.flatMap(({ figures }) => figures.map(({ officer }) => officer.id));
  await noteLook(deps, actor, 'question.listed', caller.userId, { ...asked, officers });
  return found;
}

export async function lookAtQuestion(
  deps: QuestionDeps,
  { actor, caller }: Taker,
  question: Question,
  days: QueryOf<typeof readQuestion>,
): Promise<Outcome<ResponseOf<typeof readQuestion>['data']>> {
  const { signal, officer } = question;
  const ofOthers = officer !== caller.userId;
  const scope = await placeOfQuestions(deps.db, caller, days, ofOthers);
  if (scope instanceof Refusal) return scope;
  if (ofOthers) await noteLook(deps, actor, 'question.looked-at', officer, { ...days, signal });
  const rows = await openRowsOf(deps.reports, question, { scope, days });
  return { rows, entries: await entriesOf(deps.db, question, scope) };
}

interface Chosen {
  /** Of the entry to be. */
  readonly id: string;
  readonly scope: Scope & { readonly organisation: Organisation };
  /** The rows that it is about: those of the question that were sent. */
  readonly rows: string[];
}

/** Of two outcomes about the same rows, one is written. */
export const adding: Steps<typeof addToQuestion, Question, Chosen> = {
  id: ({ officer }) => officer,
  lock: async (trx, { record: question, body, caller }) => {
    const isOwn = question.officer === caller.userId;
    const scope = await placeOfQuestions(trx, caller, body, !isOwn);
    if (scope instanceof Refusal) return scope;
    const officer = trx.selectFrom('users').select('id').where('id', '=', question.officer);
    await officer.forUpdate().execute();
    const open = isOwn ? [] : await openRowsOf(trx, question, { scope, days: body });
    const chosen = open.map((row) => row.id).filter((row) => body.rows.includes(row));
    return { id: ulid(), scope, rows: chosen };
  },
  rule: ({ rows }, { record: { officer }, body, caller }) => {
    const isOwn = officer === caller.userId;
    const areOther = !isOwn && (rows.length === 0 || rows.length < body.rows.length);
    return whyNotWritten(body.kind, isOwn) ?? (areOther ? rowsChanged : null);
  },
  change: async (trx, { id, scope, rows }, { record: { signal, officer }, body, caller }) => {
    const { kind, words, zone } = body;
    await trx
      .insertInto('question_entries')
      .values({
        id,
        signal,
        officer,
        organisation: scope.organisation,
        zone,
        demo: caller.demo,
        kind,
        words,
        rows,
        made_by: caller.userId,
      })
      .execute();
    // The trail is read by more people than the words are meant for.
    const sha256 = createHash('sha256').update(`${kind} ${words}`).digest('hex');
    return { before: null, after: { entry: id, signal, sha256, rows: rows.length } };
  },
  answer: async (trx, { record: question }, { id, scope }) =>
    (await entriesOf(trx, question, scope)).find((entry) => entry.id === id) ?? rowsChanged,
};
