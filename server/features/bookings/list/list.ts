/*
 * A list is found by the cheapest strategy that its narrowing allows; each has a file beside this one.
 *
 * byFigures    counted-list    State, place and days of making: figures count it, an index pages it.
 * byKeys       found-list      A text, an offence, an amount: one index of keys holds them all.
 * byIds        found-list      Some ids, or one officer: an index finds all of them at once.
 *              officer-list    All of one officer, the newest first: figures count it as well.
 * byPayment    found-list      Days of payment or clearance.
 * newestOnly   found-list      A text that no index holds: the newest bookings are looked through.
 */

import type { listBookings } from '#contract/bookings.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Caller } from '#server/http/caller.ts';
import { JsonText } from '#server/http/json-text.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { pageInOrder, pageInTime } from './counted-list.ts';
import { pageOfFound } from './found-list.ts';
import { type BookingList, bookingListOf } from './list-conditions.ts';
import { pageOfOfficer } from './officer-list.ts';
import { isInTime } from './order.ts';
import type { Found, ListSource, Page } from './page.ts';

type Answer = ResponseOf<typeof listBookings>;

/** A page of the bookings that the filter shows, their number and their sum in naira. */
export async function listBookingsOf(
  source: ListSource,
  caller: Caller,
  filter: QueryOf<typeof listBookings>,
): Promise<Outcome<{ rows: number; answer: JsonText<Answer> }>> {
  const list = bookingListOf(caller, filter);
  if (list instanceof Refusal) return list;
  const found = await findPage(source, list, filter);
  return { rows: found.shown, answer: answerOf(found, filter) };
}

async function findPage(source: ListSource, list: BookingList, page: Page): Promise<Found> {
  const { db } = source;
  const { strategy, counted, officer } = list;
  if (strategy === 'byFigures')
    return isInTime(page.sort) ? pageInTime(db, counted, page) : pageInOrder(source, counted, page);
  if (officer !== undefined && page.sort === '-createdAt')
    return pageOfOfficer(db, officer, counted, page);
  const found = await pageOfFound(source, list, page);
  if (!list.otherwise || found.records > 0) return found;
  const other = await findPage(source, list.otherwise, page);
  return other.records > 0 ? other : found;
}

/** The answer as text, so that the rows are not read and written once more. */
function answerOf({ rows, shown, ...found }: Found, page: Page): JsonText<Answer> {
  const { data: _, ...rest } = listAnswer([], found.records, page, found);
  const sum = found.more ? null : found.kobo / 100;
  const text = JSON.stringify({ ...rest, count: shown, sum });
  return new JsonText(`{"data":[${rows}],${text.slice(1)}`);
}
