import type { listBookings } from '#contract/bookings.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import { JsonText } from '#server/http/json-text.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { pageInOrder, pageInTime } from './counted-list.ts';
import { type BookingList, bookingListOf, isInTime } from './list-conditions.ts';
import { pageOfFound } from './looked-up-list.ts';
import type { Found, Page } from './page.ts';
import { inStretches } from './searched-list.ts';

type Answer = ResponseOf<typeof listBookings>;

/**
 * A page of the bookings that the filter shows, their number and their sum in naira. A search whose
 * page is full counts the rest for so many milliseconds at most; by default as long as it takes.
 */
export async function listBookingsOf(
  db: Database,
  caller: Caller,
  filter: QueryOf<typeof listBookings>,
  countingMs?: number,
): Promise<Outcome<{ rows: number; answer: JsonText<Answer> }>> {
  const list = bookingListOf(caller, filter);
  if (list instanceof Refusal) return list;
  const found = await findPage(db, list, filter, countingMs);
  return { rows: found.count, answer: answerOf(found, filter) };
}

async function findPage(
  db: Database,
  list: BookingList,
  page: Page,
  countingMs?: number,
): Promise<Found> {
  const { by, counted } = list;
  if (by === 'counters')
    return isInTime(page.sort) ? pageInTime(db, counted, page) : pageInOrder(db, counted, page);
  if (by !== 'stretches') return pageOfFound(db, list, page);
  const found = await inStretches(db, list, page, countingMs);
  return list.otherwise && found.records === 0
    ? findPage(db, list.otherwise, page, countingMs)
    : found;
}

/** The answer as text, so that the rows are not read and written once more. */
function answerOf({ data, count, records, kobo, ...bounds }: Found, page: Page): JsonText<Answer> {
  const { data: _, ...rest } = listAnswer([], records, page, bounds);
  const sum = bounds.more ? null : kobo / 100;
  const text = JSON.stringify({ ...rest, count, sum });
  return new JsonText(`{"data":${data},${text.slice(1)}`);
}
