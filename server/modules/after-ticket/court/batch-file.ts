import { batchNumber, type CourtBatch } from '#contract/modules/after-ticket/court.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { joinedFile } from '#server/modules/after-ticket/papers/commands.ts';
import { makeCaseFile } from './case-file.ts';
import { isNotLocked } from './rules.ts';

/** A connection without a byte is cut after three minutes. */
const longestMs = 100_000;

/**
 * The pages of each case file of a batch as it is kept, in one PDF. A file that isn't made yet is made,
 * kept and noted in the trail, as if it had been asked for alone.
 */
export async function makeBatchFile(
  deps: Parameters<typeof makeCaseFile>[0],
  actor: Actor,
  caller: Caller,
  { id, lockedAt }: Pick<CourtBatch, 'id' | 'lockedAt'>,
): Promise<Outcome<Download<'application/pdf'>>> {
  if (lockedAt === null) return isNotLocked;
  const cases = await ticketsOf(deps, id);
  const until = Date.now() + longestMs;
  const files: Buffer[] = [];
  for (const { ticket } of cases) {
    if (Date.now() > until) return unfinished(files.length, cases.length);
    const booking = await findBooking(deps.db, caller, ticket);
    if (booking instanceof Refusal) return booking;
    const file = await makeCaseFile(deps, actor, caller, booking);
    if (file instanceof Refusal) return file;
    files.push(file.content);
  }
  const number = batchNumber(id);
  return {
    type: 'application/pdf',
    name: `case-files-${number}.pdf`,
    content: await joinedFile(
      `Case files of batch ${number}`,
      files,
      whoseWork(caller, actor.address),
    ),
  };
}

/** Of an erased ticket nothing is left for a court. */
const ticketsOf = ({ db }: Pick<Deps, 'db'>, batch: string) =>
  db
    .selectFrom('court_cases')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('booking_id as ticket')
    .where('batch_id', '=', batch)
    .where('erased_at', 'is', null)
    .orderBy('place')
    .execute();

const unfinished = (made: number, all: number): Refusal =>
  new Refusal(
    503,
    'unfinished',
    `Hanya has made ${made} of the ${all} case files so far. Try again to make the others.`,
  );
