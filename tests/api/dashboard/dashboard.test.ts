import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { listBookings } from '#contract/bookings.ts';
import { type DashboardPart, dashboardParts, readDashboard } from '#contract/dashboard.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { listExceptions } from '#contract/exceptions.ts';
import { dashboardFigures } from '#contract/statistics.ts';
import { listUsers } from '#contract/users.ts';
import { asGuest, type Client, signedIn } from '#tests/support/client.ts';
import { anException } from '#tests/support/exceptions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { billed } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let officer: Client;
let guest: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
  guest = asGuest(app.url);
  await anException(app.db, officer);
  const { data } = await officer.ok(listBookings);
  for (const { _id } of data) await billed(officer, _id);
});
afterAll(() => app.stop());

/** An answer without the moment at which it was read. */
const still = (answer: unknown) =>
  JSON.stringify(answer, (name, value: unknown) =>
    name === 'asAt' || name === 'lastActive' ? undefined : value,
  );

const calls = {
  figures: dashboardFigures,
  feed: listBookings,
  activities: listActivities,
  personnel: listUsers,
  openExceptions: listExceptions,
  proposedExceptions: listExceptions,
} satisfies Record<DashboardPart, Endpoint>;

test('a dashboard’s parts are the answers of the calls that its panels make', async () => {
  const { data } = await admin.ok(readDashboard, { query: { period: 'week' } });
  expect(data).toMatchObject({ organisation: 'Kaduna', period: 'week' });
  expect(data.parts.feed?.data).toHaveLength(1);
  expect(data.parts.openExceptions?.total).toBe(1);
  const parts = dashboardParts('state admin', 'Kaduna', 'week');
  for (const name of Object.keys(calls) as DashboardPart[]) {
    const asked = Object.entries(parts[name]?.query ?? {});
    const query = Object.fromEntries(asked.map(([of, value]) => [of, String(value)]));
    const alone = await admin.ok<Endpoint>(calls[name], { query });
    expect(still(data.parts[name]), name).toBe(still(alone));
  }
});

test('a part that the role may not read is null, and is not asked for', async () => {
  const { data } = await officer.ok(readDashboard);
  expect(data).toMatchObject({ organisation: 'Kaduna', period: 'month' });
  expect(data.parts.feed?.total).toBe(1);
  expect(data.parts.openExceptions).toBeNull();
  expect(data.parts.proposedExceptions).toBeNull();
  expect(dashboardParts('zonal head', 'Kaduna', 'month').openExceptions).toBeNull();
  expect(dashboardParts('zonal head', 'Kaduna', 'month').proposedExceptions).not.toBeNull();
});

test('without a state the first organisation is opened, and another one where it is named', async () => {
  expect((await guest.ok(readDashboard)).data.organisation).toBe('Kaduna');
  const named = await guest.ok(readDashboard, { query: { organisation: 'Lagos FRSC' } });
  expect(named.data.organisation).toBe('Lagos FRSC');
});

test('an organisation beyond the account is refused, and so is a period that doesn’t exist', async () => {
  const beyond = await officer.call(readDashboard, { query: { organisation: 'Ogun' } });
  expect(beyond).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  const wrong = await officer.call(readDashboard, { query: { period: 'century' } });
  expect(wrong).toMatchObject({
    status: 400,
    body: { error: 'Choose day, week, month or year.' },
  });
});
