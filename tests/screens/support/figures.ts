import { bookingCounts, bookingRevenue, bookingSeries, type Series } from '#contract/statistics.ts';
import { answersNothing } from './answers.ts';
import type { FakeServer } from './fake-server.ts';
import { anAnswer } from './records.ts';

/** How many bookings were made. */
const made = { today: 1, week: 12, month: 1_230, year: 15_000 };
/** Naira of payments confirmed. */
const paid = { today: 5_000, week: 60_000, month: 6_150_000, year: 75_000_000 };

const noSeries: Series = {
  period: 'day',
  from: '2026-11-20',
  to: '2026-11-20',
  buckets: [],
  byOffence: [],
  asAt: '2026-11-20T10:00:00.000Z',
};

/** Answers the figures of a dashboard, and everything else with nothing. */
export function answersFigures(server: FakeServer): void {
  answersNothing(server);
  server.answer(bookingCounts, () => anAnswer(made));
  server.answer(bookingRevenue, () => anAnswer(paid));
  server.answer(bookingSeries, () => anAnswer(noSeries));
}
