import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { CourtCase, draftCases, noteHearing, noteOutcome } from '#contract/court.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { isDisputed, waitsForAnswer } from '#server/features/disputes/queries.ts';
import { whyNoDuty } from '#server/features/duties/queries.ts';
import { insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import { queueMessage } from '#server/features/messages/commands.ts';
import { rulesOfTicket } from '#server/features/ticket-rules/queries.ts';
import type { Actor, Taker } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { dayOf } from '#server/time.ts';
import { findCase, numberOf } from './queries.ts';
import { chargesOf, isLocked, notReferred, whyNotReferred } from './rules.ts';

export async function draft(
  deps: Pick<Deps, 'db'>,
  { actor, caller }: Taker,
  { court, bookings: ids }: BodyOf<typeof draftCases>,
): Promise<Outcome<ResponseOf<typeof draftCases>['data']>> {
  const found: Booking[] = [];
  for (const id of new Set(ids)) {
    const booking = await findBooking(deps.db, caller, id);
    if (booking instanceof Refusal) return booking;
    found.push(booking);
  }
  const [first] = found;
  if (!first) return notReferred('', 'it does not exist');
  const { organisation } = first;
  const none = await whyNoDuty(deps.db, caller, organisation, 'court officer');
  if (none) return none;
  const today = dayOf(new Date());
  for (const booking of found) {
    const { registration, license } = booking;
    const why =
      booking.organisation === organisation && booking.demo === caller.demo
        ? whyNotReferred(
            booking,
            await rulesOfTicket(deps.db, booking),
            await isDisputed(deps.db, booking._id),
            today,
          )
        : 'it belongs to another organisation';
    if (why !== null) return notReferred(registration || license, why);
  }
  const batch = ulid();
  return deps.db
    .transaction()
    .execute(async (trx) => {
      const { demo, userId: made_by } = caller;
      const made = { id: batch, organisation, demo, court, made_by };
      await trx.insertInto('court_batches').values(made).execute();
      const rows = found.map(({ _id, zone }, index) => ({
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
      if (inserted.length < rows.length) throw new TakenElsewhere();
      for (const { booking_id: id } of rows)
        await writeAudit(trx, actor, {
          event: 'booking.court-listed',
          record: 'booking',
          id,
          before: null,
          after: { batch, court },
        });
      return { batch, cases: rows.length };
    })
    .catch((error: unknown) => {
      if (error instanceof TakenElsewhere) return taken;
      throw error;
    });
}

class TakenElsewhere extends Error {}

const taken = new Refusal(
  409,
  'in_a_batch',
  'One of these tickets is in another batch already. Look at the list again.',
);

/** Takes a ticket off a draft. */
export async function leave(
  deps: Pick<Deps, 'db'>,
  { actor, caller }: Taker,
  found: CourtCase,
): Promise<Outcome<CourtCase>> {
  const none = await whyNoDuty(deps.db, caller, found.organisation, 'court officer');
  if (none) return none;
  const { id, batch } = found;
  return deps.db.transaction().execute(async (trx) => {
    if (batch === null || !(await lockedDraft(trx, batch))) return isLocked;
    const left = await removeCase(trx, actor, id, batch);
    return left ? { ...found, state: 'open' as const, batch: null, number: '' } : isLocked;
  });
}

/** True for a batch that nobody has locked yet; nobody locks it before the transaction ends. */
const lockedDraft = async (trx: Transaction<DB>, id: string) => {
  const batch = await trx
    .selectFrom('court_batches')
    .select(['court', 'locked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return batch?.locked_at === null ? batch : undefined;
};

async function removeCase(trx: Transaction<DB>, actor: Actor, id: string, batch: string) {
  const removed = await trx
    .deleteFrom('court_cases')
    .where('booking_id', '=', id)
    .where('batch_id', '=', batch)
    .returning('booking_id')
    .executeTakeFirst();
  if (!removed) return false;
  await writeAudit(trx, actor, {
    event: 'booking.court-left',
    record: 'booking',
    id,
    before: { batch },
    after: null,
  });
  return true;
}

/** Of two at once one locks. */
export async function lock(
  deps: Pick<Deps, 'db' | 'messages'>,
  { actor, caller }: Taker,
  { id, organisation }: { readonly id: string; readonly organisation: string },
): Promise<Outcome<{ referred: number; leftOut: number }>> {
  const none = await whyNoDuty(deps.db, caller, organisation, 'court officer');
  if (none) return none;
  return deps.db.transaction().execute(async (trx) => {
    const batch = await lockedDraft(trx, id);
    if (!batch) return isLocked;
    const cases = await trx
      .selectFrom('court_cases')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['booking_id', 'place', 'paid', 'withdrawn_at', waitsForAnswer.as('disputed')])
      .where('batch_id', '=', id)
      .orderBy('place')
      .forUpdate('bookings')
      .execute();
    const referred = cases.filter(
      ({ paid, withdrawn_at, disputed }) => !paid && withdrawn_at === null && !disputed,
    );
    if (referred.length === 0) return noneLeft;
    for (const one of cases)
      if (!referred.includes(one)) await removeCase(trx, actor, one.booking_id, id);
    await trx
      .updateTable('court_batches')
      .set({ locked_by: caller.userId, locked_at: new Date() })
      .where('id', '=', id)
      .execute();
    for (const { booking_id, place } of referred) {
      await writeAudit(trx, actor, {
        event: 'booking.referred',
        record: 'booking',
        id: booking_id,
        before: { batch: id },
        after: { batch: id, number: numberOf(id, place), court: batch.court },
      });
      await queueMessage(trx, deps.messages, booking_id, 'referred');
    }
    return { referred: referred.length, leftOut: cases.length - referred.length };
  });
}

const noneLeft = new Refusal(
  409,
  'none_left',
  'Every ticket of this batch was paid, withdrawn or disputed meanwhile. Take them off.',
);

const notYet = new Refusal(
  409,
  'not_heard',
  'Lock the batch first; and note the hearing before its outcome.',
);
const decidedAlready = new Refusal(
  409,
  'already_decided',
  'The court’s decision was noted already.',
);

export async function hearing(
  deps: Pick<Deps, 'db' | 'fileAddresses'>,
  { actor, caller }: Taker,
  { id, organisation }: CourtCase,
  { day, place, suit }: BodyOf<typeof noteHearing>,
): Promise<Outcome<CourtCase>> {
  const none = await whyNoDuty(deps.db, caller, organisation, 'court officer');
  if (none) return none;
  return deps.db.transaction().execute(async (trx) => {
    const standing = await lockedCase(trx, id);
    if (standing instanceof Refusal) return standing;
    await trx
      .updateTable('court_cases')
      .set({ hearing_day: day, hearing_place: place, suit })
      .where('booking_id', '=', id)
      .execute();
    const { hearing_day, hearing_place } = standing;
    await writeAudit(trx, actor, {
      event: 'booking.hearing-noted',
      record: 'booking',
      id,
      before: hearing_day === null ? null : { hearing: hearing_day, place: hearing_place },
      after: { hearing: day, place, suit },
    });
    return findCase({ ...deps, db: trx }, caller, id);
  });
}

/** A referred case that isn't decided, locked. */
async function lockedCase(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('court_cases')
    .innerJoin('court_batches', 'court_batches.id', 'batch_id')
    .select(['hearing_day', 'hearing_place', 'decided_at', 'locked_at'])
    .where('booking_id', '=', id)
    .forUpdate('court_cases')
    .executeTakeFirst();
  if (!row || row.locked_at === null) return notYet;
  return row.decided_at === null ? row : decidedAlready;
}

/** Of two at once one is noted. */
export async function outcome(
  deps: Pick<Deps, 'db' | 'fileAddresses' | 'store'>,
  { actor, caller }: Taker,
  found: CourtCase,
  {
    body,
    files,
  }: { readonly body: BodyOf<typeof noteOutcome>; readonly files: readonly UploadedFile[] },
): Promise<Outcome<CourtCase>> {
  const { id, organisation } = found;
  const none = await whyNoDuty(deps.db, caller, organisation, 'court officer');
  if (none) return none;
  const charges = chargesOf(
    body,
    found.charges.map(({ line }) => line),
  );
  if (charges instanceof Refusal) return charges;
  const { paidWhere: paid_where, courtReceipt: receipt } = body;
  return withStoredFiles(
    deps,
    files,
    ([paper]) =>
      deps.db.transaction().execute(async (trx) => {
        const standing = await lockedCase(trx, id);
        if (standing instanceof Refusal) return standing;
        if (standing.hearing_day === null) return notYet;
        if (paper) await insertFiles(trx, [paper], { createdBy: caller.userId, demo: caller.demo });
        await trx
          .updateTable('court_cases')
          .set({
            charges: JSON.stringify(charges),
            paid_where,
            receipt,
            paper: paper?.id ?? null,
            decided_by: caller.userId,
            decided_at: new Date(),
          })
          .where('booking_id', '=', id)
          .execute();
        const sha256 = paper?.original?.sha256 ?? paper?.sha256;
        await writeAudit(trx, actor, {
          event: 'booking.court-decided',
          record: 'booking',
          id,
          before: null,
          after: {
            charges,
            paidWhere: paid_where,
            courtReceipt: receipt,
            ...(sha256 && { sha256 }),
          },
        });
        return findCase({ ...deps, db: trx }, caller, id);
      }),
    { sender: caller.userId, isEvidence: true },
  );
}
