import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import {
  type CourtCase,
  type draftCases,
  type leaveDraft,
  type lockBatch,
  type noteHearing,
  noteOutcome,
  hasEnded,
} from '#contract/court.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Decision } from '#contract/second-person.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { isDisputed, waitsForAnswer } from '#server/features/disputes/queries.ts';
import { whyNoDuty } from '#server/features/duties/queries.ts';
import { insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import { rulesOfTicket } from '#server/features/ticket-rules/queries.ts';
import type { Caller, Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { dayOf } from '#server/time.ts';
import { findCase, numberOf } from './queries.ts';
import {
  chargesOf,
  type Decided,
  decidedSchema,
  isLocked,
  notReferred,
  outcomesOf,
  whyNotDecided,
  whyNotHeard,
  whyNotImpartial,
  whyNotReferred,
} from './rules.ts';

/** The tickets of a batch to be, and the organisation that they have to belong to. */
interface Chosen {
  readonly organisation: string;
  readonly tickets: readonly Booking[];
}

export async function findChosen(
  db: Deps['db'],
  caller: Caller,
  { bookings: ids }: BodyOf<typeof draftCases>,
): Promise<Outcome<Chosen>> {
  const tickets: Booking[] = [];
  for (const id of new Set(ids)) {
    const booking = await findBooking(db, caller, id);
    if (booking instanceof Refusal) return booking;
    tickets.push(booking);
  }
  const [first] = tickets;
  return first
    ? { organisation: first.organisation, tickets }
    : notReferred('', 'it does not exist');
}

/** The table lets a ticket into one batch: of two drafts at once one has it. */
export const drafting: Steps<typeof draftCases, Chosen, { batch: string }> = {
  dutyFor: ({ organisation }) => ({ organisation }),
  id: () => '',
  lock: () => Promise.resolve({ batch: ulid() }),
  rule: async (_batch, { record: { organisation, tickets }, caller }, trx) => {
    const today = dayOf(new Date());
    for (const ticket of tickets) {
      const why =
        ticket.organisation === organisation && ticket.demo === caller.demo
          ? whyNotReferred(
              ticket,
              await rulesOfTicket(trx, ticket),
              await isDisputed(trx, ticket._id),
              today,
            )
          : 'it belongs to another organisation';
      if (why !== null) return notReferred(ticket.registration || ticket.license, why);
    }
    return null;
  },
  change: async (trx, { batch }, { record: { organisation, tickets }, body, caller }) => {
    const { court } = body;
    const { demo, userId: made_by } = caller;
    await trx
      .insertInto('court_batches')
      .values({ id: batch, organisation, demo, court, made_by })
      .execute();
    const rows = tickets.map(({ _id, zone }, index) => ({
      booking_id: _id,
      batch_id: batch,
      place: index + 1,
      organisation,
      zone,
      demo,
    }));
    const inserted = await trx
      .insertInto('court_cases')
      .values(rows)
      .onConflict((conflict) => conflict.column('booking_id').doNothing())
      .returning('booking_id')
      .execute();
    if (inserted.length < rows.length) return taken;
    return rows.map(({ booking_id: id }) => ({ id, before: null, after: { batch, court } }));
  },
  answer: (_trx, { record: { tickets } }, { batch }) =>
    Promise.resolve({ batch, cases: tickets.length }),
};

const taken = new Refusal(
  409,
  'in_a_batch',
  'One of these tickets is in another batch already. Look at the list again.',
);

/** Takes a ticket off a draft. */
export const leavingDraft: Steps<typeof leaveDraft, CourtCase, { batch: string }> = {
  dutyFor: ({ organisation, zone }) => ({ organisation, zone }),
  id: ({ id }) => id,
  lock: async (trx, { record: { batch } }) =>
    batch !== null && (await lockedDraft(trx, batch)) ? { batch } : isLocked,
  change: async (trx, { batch }, { record: { id } }) =>
    (await removeCase(trx, id, batch)) ? { before: { batch }, after: null } : isLocked,
  answer: (_trx, { record }) =>
    Promise.resolve({ ...record, state: 'open', batch: null, number: '' }),
};

/** A batch that nobody has locked yet; nobody locks it before the transaction ends. */
const lockedDraft = async (trx: Transaction<DB>, id: string) => {
  const batch = await trx
    .selectFrom('court_batches')
    .select(['court', 'locked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return batch?.locked_at === null ? batch : undefined;
};

const removeCase = (trx: Transaction<DB>, id: string, batch: string) =>
  trx
    .deleteFrom('court_cases')
    .where('booking_id', '=', id)
    .where('batch_id', '=', batch)
    .returning('booking_id')
    .executeTakeFirst();

interface Draft {
  readonly court: string;
  readonly referred: readonly { readonly id: string; readonly place: number }[];
  /** Paid, withdrawn or disputed by now. */
  readonly leftOut: readonly { readonly id: string }[];
}

/** Of two at once one locks. */
export const lockingBatch: Steps<typeof lockBatch, { id: string; organisation: string }, Draft> = {
  dutyFor: ({ organisation }) => ({ organisation }),
  id: ({ id }) => id,
  lock: async (trx, { record: { id } }) => {
    const batch = await lockedDraft(trx, id);
    if (!batch) return isLocked;
    // Whoever locks several tickets takes them in the order of their ids.
    await sql`select from bookings
      where id in (select booking_id from court_cases where batch_id = ${id})
      order by id for update`.execute(trx);
    const cases = await trx
      .selectFrom('court_cases')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['booking_id as id', 'place', isUnpaid.as('unpaid'), waitsForAnswer.as('disputed')])
      .where('batch_id', '=', id)
      .orderBy('place')
      .execute();
    const stays = ({ unpaid, disputed }: (typeof cases)[number]) => unpaid && !disputed;
    return {
      court: batch.court,
      referred: cases.filter(stays),
      leftOut: cases.filter((one) => !stays(one)),
    };
  },
  rule: ({ referred }) => (referred.length === 0 ? noneLeft : null),
  change: async (trx, { court, referred, leftOut }, { record: { id: batch }, caller }) => {
    for (const { id } of leftOut) await removeCase(trx, id, batch);
    await trx
      .updateTable('court_batches')
      .set({ locked_by: caller.userId, locked_at: new Date() })
      .where('id', '=', batch)
      .execute();
    const before = { batch };
    return [
      ...leftOut.map(({ id }) => ({ id, outcome: 'left out' as const, before, after: null })),
      ...referred.map(({ id, place }) => ({
        id,
        before,
        after: { batch, number: numberOf(batch, place), court },
      })),
    ];
  },
  answer: (_trx, _call, { referred, leftOut }) =>
    Promise.resolve({ referred: referred.length, leftOut: leftOut.length }),
};

const noneLeft = new Refusal(
  409,
  'none_left',
  'Every ticket of this batch was paid, withdrawn or disputed meanwhile. Take them off.',
);

const notYet = new Refusal(409, 'not_referred', 'Lock the batch first.');

const hasEndedAlready = new Refusal(
  409,
  'already_decided',
  'The court’s decision was noted already. Say why it is wrong to put it right.',
);

interface Referred {
  readonly organisation: string;
  readonly zone: string;
  readonly hearing_day: string | null;
  readonly hearing_place: string | null;
  readonly ended: boolean;
  readonly decision: string | null;
  /** The day of the referral, Africa/Lagos. */
  readonly referred: string;
  readonly referredBy: string;
  readonly issuedBy: string;
  readonly completed: boolean;
  readonly paid: boolean;
}

export const notingHearing = (
  deps: Pick<Deps, 'fileAddresses'>,
): Steps<typeof noteHearing, CourtCase, Referred> => ({
  dutyFor: ({ organisation, zone }) => ({ organisation, zone }),
  id: ({ id }) => id,
  lock: (trx, { record }) => lockedCase(trx, record.id),
  rule: (found, { body: { day } }) =>
    found.ended ? hasEndedAlready : whyNotHeard(day, daysOf(found)),
  change: async (trx, { hearing_day, hearing_place }, { record: { id }, body }) => {
    const { day, place, suit } = body;
    await trx
      .updateTable('court_cases')
      .set({ hearing_day: day, hearing_place: place, suit })
      .where('booking_id', '=', id)
      .execute();
    return {
      before: hearing_day === null ? null : { hearing: hearing_day, place: hearing_place },
      after: { hearing: day, place, suit },
    };
  },
  answer: (trx, { record, caller }) => findCase({ ...deps, db: trx }, caller, record.id),
});

/** A referred case, locked with its ticket. */
async function lockedCase(trx: Transaction<DB>, id: string): Promise<Outcome<Referred>> {
  await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
  const row = await trx
    .selectFrom('court_cases')
    .innerJoin('court_batches', 'court_batches.id', 'batch_id')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['court_cases.organisation', 'court_cases.zone', 'hearing_day', 'hearing_place'])
    .select(['ended', 'decision', 'locked_at', 'locked_by', 'created_by as issuedBy'])
    .select(['completed', 'paid'])
    .where('booking_id', '=', id)
    .forUpdate('court_cases')
    .executeTakeFirst();
  if (!row || row.locked_at === null || row.locked_by === null) return notYet;
  return { ...row, referred: dayOf(row.locked_at), referredBy: row.locked_by };
}

/** The day on which a court decides, among the days of its case. */
const daysOf = ({ referred, hearing_day }: Referred) => ({
  referred,
  hearing: hearing_day,
  today: dayOf(new Date()),
});

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
    'A decision on this ticket waits for a second person already. Look at it again.',
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
              return invalid('reason', 'No decision is noted yet that could be put right.');
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
  'No decision waits on this ticket. Look at it again.',
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
