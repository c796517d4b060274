import { outcomeWords } from '#contract/charge-words.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { type CourtCase, noteOutcome, hasEnded } from '#contract/modules/after-ticket/court.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { whyNoDuty } from '#server/features/duties/queries.ts';
import { insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import type { Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { daysOf, hasEndedAlready, lockedCase } from './hearings.ts';
import { findCase } from './queries.ts';
import {
  chargesOf,
  type Decided,
  decidedSchema,
  outcomesOf,
  whyNotDecided,
  whyNotImpartial,
} from './rules.ts';

const vehicleIsGone = new Refusal(
  409,
  'vehicle_released',
  'The vehicle was released after this decision. Ask your authority’s lawyer what can still be done.',
);

/** The trail files a decision under its ticket. */
const said = (id: string, proposal: string, { charges, ...decided }: Decided) => ({
  record: 'booking' as const,
  id,
  before: null,
  after: { proposal, charges, ...decided },
});

type CourtDeps = Pick<Deps, 'db' | 'fileAddresses'> & decisions.DecisionDeps;

const courtDecision: decisions.DecidedKind<Decided> = {
  kind: 'court decision',
  body: decidedSchema,
  waitsAlready: new Refusal(
    409,
    'already_proposed',
    'A decision on this ticket is already waiting for a second person to confirm it. Reload the page to see the latest.',
  ),
  async lock(trx, subject) {
    await lockedCase(trx, subject);
  },
  async whyNotEnded(trx, { subject, body, outcome, proposed_by: proposer }, { by, decides }) {
    const found = await lockedCase(trx, subject);
    if (found instanceof Refusal) return found;
    const standing = { state: outcome ?? 'waiting', proposer };
    const why = whyNotEnded('court decision', standing, by, decides);
    if (why || !decides) return why;
    return (
      whyNotImpartial(by, found) ??
      (found.completed && !found.paid && !hasEnded(outcomesOf(body.charges)) ? vehicleIsGone : null)
    );
  },
  trail: (_, { id, subject, body, reason }, { outcome, refusal }) => {
    const told = said(subject, id, body);
    if (outcome === 'confirmed')
      return { ...told, after: { ...told.after, ...(reason !== '' && { reason }) } };
    return {
      ...told,
      before: { proposal: id },
      after: { proposal: id, ...(refusal !== null && { reason: refusal }) },
    };
  },
};

const decisionOn = ({ charges }: CourtCase, body: BodyOf<typeof noteOutcome>) =>
  chargesOf(
    body,
    charges.map(({ line }) => line),
  );

/** Proposes what the court decided, with the files that came with it. */
export async function proposeOutcome(
  deps: CourtDeps & Pick<Deps, 'store'>,
  {
    record,
    body,
    files,
    ...taker
  }: Taker & {
    readonly record: CourtCase;
    readonly body: BodyOf<typeof noteOutcome>;
    readonly files: readonly UploadedFile[];
  },
): Promise<Outcome<CourtCase>> {
  const { caller } = taker;
  const { id, organisation, zone } = record;
  const charges = decisionOn(record, body);
  const why = await whyNoDuty(deps.db, caller, { organisation, zone }, noteOutcome);
  if (why) return why;
  if (charges instanceof Refusal) return charges;
  const { day, paidWhere, courtReceipt, reason } = body;
  return withStoredFiles(
    deps,
    files,
    ([paper]) => {
      const sha256 = paper?.original?.sha256 ?? paper?.sha256;
      const decided = {
        charges,
        day,
        paidWhere,
        courtReceipt,
        paper: paper?.id ?? null,
        putsRight: reason !== '',
      };
      return decisions.propose(
        deps,
        taker,
        courtDecision,
        {
          organisation,
          zone,
          reason,
          parts: [{ subject: id, body: decided }],
          whyNot: async (trx) => {
            const found = await lockedCase(trx, id);
            if (found instanceof Refusal) return found;
            if (found.ended && reason === '') return hasEndedAlready;
            if (found.decision === null && reason !== '')
              return invalid('reason', 'There is no decision to correct yet.');
            return whyNotImpartial(caller.userId, found) ?? whyNotDecided(day, daysOf(found));
          },
          keep: async (trx) => {
            if (paper)
              await insertFiles(trx, [paper], { createdBy: caller.userId, demo: caller.demo });
          },
          trail: (_, { id: proposal, body: proposed }) => {
            const told = said(id, proposal, proposed);
            const more = { ...(sha256 && { sha256 }), ...(reason !== '' && { reason }) };
            return { ...told, after: { ...told.after, ...more } };
          },
        },
        (trx) => findCase({ ...deps, db: trx }, caller, id),
      );
    },
    { sender: caller.userId, isEvidence: true },
  );
}

const noneWaits = new Refusal(
  409,
  'none_waits',
  'Somebody has already dealt with the decision on this ticket. Reload the page to see the latest.',
);

const waitingOn = (db: Deps['db'], { id: subject, organisation }: CourtCase) =>
  db
    .selectFrom('proposals')
    .select('id')
    .where((eb) => eb.and({ kind: 'court decision', organisation, subject, outcome: null }))
    .executeTakeFirst();

/** Confirms the decision that waits, which then ends the ticket, or refuses it. */
export async function decideOutcome(
  deps: CourtDeps,
  taker: Taker,
  record: CourtCase,
  decision: Decision,
): Promise<Outcome<CourtCase>> {
  const waiting = await waitingOn(deps.db, record);
  if (!waiting) return noneWaits;
  return decisions.decide(deps, taker, courtDecision, { id: waiting.id, decision }, (trx) =>
    findCase({ ...deps, db: trx }, taker.caller, record.id),
  );
}

export async function takeBackOutcome(
  deps: CourtDeps,
  taker: Taker,
  record: CourtCase,
): Promise<Outcome<CourtCase>> {
  const waiting = await waitingOn(deps.db, record);
  if (!waiting) return noneWaits;
  return decisions.takeBack(deps, taker, courtDecision, waiting, (trx) =>
    findCase({ ...deps, db: trx }, taker.caller, record.id),
  );
}

/** The plate, and what the court decided. */
export const decisionsToConfirm: QueueOfKind = {
  opens: ({ subject }) => subject,
  words: ({ plate, body }) => {
    const decided = decidedSchema.parse(body);
    return `${plate ?? ''}: ${outcomeWords(outcomesOf(decided.charges))}`;
  },
};
