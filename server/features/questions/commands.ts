import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type {
  addToQuestion,
  listQuestions,
  QuestionEntry,
  Questions,
  readQuestion,
} from '#contract/questions.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Taker } from '#server/http/caller.ts';
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

/** Of two outcomes about the same rows, one is written. */
export async function addEntry(
  { db }: Pick<Deps, 'db'>,
  { actor, caller }: Taker,
  question: Question,
  { kind, words, rows, ...days }: BodyOf<typeof addToQuestion>,
): Promise<Outcome<QuestionEntry>> {
  const { signal, officer } = question;
  const isOwn = officer === caller.userId;
  const scope = await placeOfQuestions(db, caller, days, !isOwn);
  const why = scope instanceof Refusal ? scope : whyNotWritten(kind, isOwn);
  if (scope instanceof Refusal || why) return why ?? rowsChanged;
  const id = ulid();
  return db.transaction().execute(async (trx) => {
    const one = trx.selectFrom('users').select('id').where('id', '=', officer);
    await one.forUpdate().execute();
    const open = isOwn ? [] : await openRowsOf(trx, question, { scope, days });
    const chosen = open.map((row) => row.id).filter((row) => rows.includes(row));
    if (!isOwn && (chosen.length === 0 || chosen.length < rows.length)) return rowsChanged;
    await trx
      .insertInto('question_entries')
      .values({
        id,
        signal,
        officer,
        organisation: scope.organisation,
        zone: days.zone,
        demo: caller.demo,
        kind,
        words,
        rows: chosen,
        made_by: caller.userId,
      })
      .execute();
    // The trail is read by more people than the words are meant for.
    const sha256 = createHash('sha256').update(`${kind} ${words}`).digest('hex');
    await writeAudit(trx, actor, {
      event: 'question.added',
      record: 'question',
      id: officer,
      before: null,
      after: { entry: id, signal, sha256, rows: chosen.length },
    });
    const entries = await entriesOf(trx, question, scope);
    return entries.find((entry) => entry.id === id) ?? rowsChanged;
  });
}
