import { yearBefore } from '#contract/day-range.ts';
import { may } from '#contract/roles.ts';
import {
  bookingCounts,
  bookingRevenue,
  bookingSeries,
  listCashUp,
  listWithdrawals,
  type Series,
  type Stats,
} from '#contract/statistics.ts';
import type { Part } from '#server/acts/part.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chosenOrganisation, chosenPlace } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { cashUpOf } from './cash-up.ts';
import { countBookings, sumRevenue } from './queries.ts';
import { seriesOf } from './series.ts';
import { withdrawalsOf } from './withdrawals.ts';

export const statisticsPart: Part = {
  name: 'statistics',
  routes: statisticsRoutes,
};

function statisticsRoutes({ serve, reading, reports }: Deps): void {
  // Live news let many dashboards ask these at once.
  const counts = sharedReadings<Stats>();
  const revenue = sharedReadings<Stats>();
  const series = sharedReadings<Series>();
  serve(bookingCounts, async ({ query, caller }) => {
    const scope = chosenOrganisation(caller.scope, query.organisation);
    if (scope instanceof Refusal) return scope;
    return answered(await counts(JSON.stringify(scope), () => countBookings(reading, scope)));
  });
  serve(bookingRevenue, async ({ query, caller }) => {
    const scope = chosenOrganisation(caller.scope, query.organisation);
    if (scope instanceof Refusal) return scope;
    return answered(await revenue(JSON.stringify(scope), () => sumRevenue(reading, scope)));
  });
  serve(bookingSeries, async ({ query: { period, organisation }, caller }) => {
    const scope = chosenOrganisation(caller.scope, organisation);
    if (scope instanceof Refusal) return scope;
    const asked = { period, seesPaid: may(caller.role, 'see paid bookings') };
    const question = JSON.stringify([scope, asked]);
    return answered(await series(question, () => seriesOf(reading, scope, asked)));
  });
  serve(listCashUp, async ({ query: { from, to, ...place }, caller }) => {
    const scope = chosenPlace(caller.scope, place);
    if (scope instanceof Refusal) return scope;
    return answered(await cashUpOf(reports, scope, { from, to }));
  });
  serve(listWithdrawals, async ({ query: { from, to, ...place }, caller }) => {
    const scope = chosenPlace(caller.scope, place);
    if (scope instanceof Refusal) return scope;
    const days = { from: from ?? yearBefore(to ?? dayOf(new Date())), to };
    return answered(await withdrawalsOf(reports, scope, days));
  });
}
