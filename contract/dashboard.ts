import { z } from 'zod';
import { listActivities } from './activities.ts';
import { answer } from './answers.ts';
import { listBookings } from './bookings.ts';
import { dashboardPath } from './dashboard-path.ts';
import { endpoint } from './endpoint.ts';
import { listExceptions, type PaymentException } from './exceptions.ts';
import { firstQueries } from './first-queries.ts';
import { type Organisation, organisationSchema } from './places.ts';
import { may, type Role } from './roles.ts';
import { dashboardFigures, type Period, periodSchema } from './statistics.ts';
import { listUsers } from './users.ts';

const parts = z.strictObject({
  figures: dashboardFigures.response.nullable(),
  feed: listBookings.response.nullable(),
  activities: listActivities.response.nullable(),
  personnel: listUsers.response.nullable(),
  openExceptions: listExceptions.response.nullable(),
  proposedExceptions: listExceptions.response.nullable(),
});

/** The parts of an opening dashboard. */
export type DashboardPart = keyof z.infer<typeof parts>;

/** A read that another call brings along. */
export interface Part {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | boolean>>;
}

/** The calls whose answers these parts are; null for those that the role may not make. */
export function dashboardParts(
  role: Role,
  organisation: Organisation,
  period: Period,
): Record<DashboardPart, Part | null> {
  const { path } = listExceptions;
  const ofState = (state: PaymentException['state']) => ({
    path,
    query: firstQueries.exceptions(state),
  });
  return {
    figures: { path: dashboardFigures.path, query: firstQueries.figures(organisation, period) },
    feed: { path: listBookings.path, query: firstQueries.feed(organisation) },
    activities: { path: listActivities.path, query: firstQueries.activities(organisation) },
    personnel: { path: listUsers.path, query: firstQueries.personnel(organisation) },
    openExceptions: may(role, 'settle exceptions') ? ofState('open') : null,
    proposedExceptions: may(role, 'confirm exceptions') ? ofState('proposed') : null,
  };
}

/**
 * All that a dashboard opens with, each part as the call of its own answers it; null where the role
 * may not make that call, or where it failed. Without `organisation` that of the caller, or the first.
 */
export const readDashboard = endpoint({
  method: 'GET',
  path: dashboardPath,
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({
    organisation: organisationSchema.optional(),
    period: periodSchema.default('month'),
  }),
  // Whatever is missing is asked for again by the panel that shows it, which then says why it fails.
  failure: 'ignored',
  response: answer(
    z.strictObject({ organisation: organisationSchema, period: periodSchema, parts }),
  ),
});
