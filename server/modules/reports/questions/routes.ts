import { addToQuestion, listQuestions, readQuestion } from '#contract/modules/reports/questions.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import { onPrimary } from '#server/db/reading/one-read.ts';
import type { Deps } from '#server/deps.ts';
import { findToChange } from '#server/features/users/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { adding, listQuestionsOf, lookAtQuestion } from './commands.ts';
import { signals } from './signals.ts';

export const questionsPart: Part = {
  name: 'questions',
  heldAgainstTrail,
  routes: questionRoutes,
};

function questionRoutes(deps: Deps): void {
  const { serve, db } = deps;
  /** Records may lie in another zone than their officer works in by now. */
  async function find(question: { signal: string; officer: string }, caller: Caller) {
    if (!Object.hasOwn(signals, question.signal)) return notFound('question');
    const whole = { ...caller, scope: { ...caller.scope, zone: null } };
    const officer = await findToChange(db, whole, question.officer, 'see own questions');
    return officer instanceof Refusal ? officer : question;
  }
  serve(listQuestions, async ({ query, ...taker }) =>
    answered(await onPrimary(() => listQuestionsOf(deps, taker, query))),
  );
  serve.record(readQuestion, find, async ({ record, query, ...taker }) =>
    answered(await onPrimary(() => lookAtQuestion(deps, taker, record, query))),
  );
  serveAct(deps, addToQuestion, find, adding);
}
