import { renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { listBookings } from '#contract/bookings.ts';
import { dashboardParts, type Part, readDashboard } from '#contract/dashboard.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listExceptions } from '#contract/exceptions.ts';
import { liveBookings } from '#contract/live.ts';
import { dashboardFigures } from '#contract/statistics.ts';
import { listUsers } from '#contract/users.ts';
import { callAddress } from '#web/api/call-address.ts';
import { takePart } from '#web/api/parts-ahead.ts';
import { useOpening } from '#web/app/dashboard-opening.ts';
import { tellNews } from '#web/live/events.ts';
import { answersTogether } from './support/answers.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { answersFigures } from './support/figures.ts';
import { openApp } from './support/open-app.tsx';

/** What was asked for so far, each as its path and its query. */
const askedOf = (server: FakeServer) =>
  Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
    server.calls(endpoint).map(({ sent }) => `${endpoint.path} ${JSON.stringify(sent)}`),
  );

/** The dashboard of a state admin, whose one call is answered as those of its panels are. */
const openDashboard = (address: string, early: (server: FakeServer) => void = () => undefined) =>
  openApp(address, 'state admin', (server) => {
    answersFigures(server);
    answersTogether(server, 'state admin');
    early(server);
  });

const panelCalls = [dashboardFigures, listBookings, listActivities, listUsers, listExceptions];

test('a dashboard opens with one call for all of its panels, after the live stream is open', async () => {
  const { server } = openDashboard('/?period=week');
  await screen.findByText('₦75,000,000');
  // Two frames and more: a stream that opened too late would have told everything to ask again.
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const once of [readDashboard, liveBookings])
    expect(server.calls(once), once.path).toHaveLength(1);
  expect(server.calls(readDashboard)[0]?.sent).toEqual({ organisation: 'Kaduna', period: 'week' });
  for (const never of panelCalls) expect(server.calls(never), never.path).toHaveLength(0);
});

/** What `early.js` asked for before the application was there, answered as of an organisation. */
function askedEarly(server: FakeServer, organisation: string): void {
  const token = localStorage.getItem('jwtToken') ?? '';
  const response = server
    .said(readDashboard.path, { organisation })
    .then((said) => Response.json(said, { headers: { 'x-hanya-cursor': '1' } }));
  globalThis.hanyaEarlyRead = { path: readDashboard.path, token, response };
}

test('what was asked for before the application was there is not asked for again', async () => {
  const { server } = openDashboard('/', (early) => askedEarly(early, 'Kaduna'));
  await screen.findByText('₦75,000,000');
  await waitFor(() => expect(server.calls(liveBookings)).toHaveLength(1));
  // Two frames and more: a stream that missed something would have told everything to ask again.
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const never of [readDashboard, ...panelCalls])
    expect(server.calls(never), never.path).toHaveLength(0);
});

test('what was asked for of another organisation is asked for again', async () => {
  const { server } = openDashboard('/', (early) => askedEarly(early, 'Ogun'));
  await screen.findByText('₦75,000,000');
  await waitFor(() => {
    for (const once of [dashboardFigures, listBookings, listActivities, listUsers])
      expect(server.calls(once), once.path).toHaveLength(1);
  });
  expect(server.calls(readDashboard)).toHaveLength(0);
});

test('what the one call doesn’t bring, its panel asks for itself, once', async () => {
  const { server } = openApp('/', 'state admin', answersFigures);
  await screen.findByText('₦75,000,000');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const asked = askedOf(server);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  for (const once of [readDashboard, dashboardFigures, listBookings, listActivities, listUsers])
    expect(server.calls(once), once.path).toHaveLength(1);
});

test('a panel that is drawn after something happened is not shown what was read before it', () => {
  const server = startFakeServer();
  answersFigures(server);
  answersTogether(server, 'state admin');
  const opening = { role: 'state admin', organisation: 'Kaduna', period: 'month' } as const;
  const { feed, personnel } = dashboardParts('state admin', 'Kaduna', 'month');
  const addressOf = (part: Part | null) => callAddress(part?.path ?? '', {}, part?.query);
  const { unmount } = renderHook(() => useOpening(opening));
  expect(takePart(addressOf(feed))).not.toBeNull();
  tellNews({ type: 'gone', record: 'booking', id: 'A' });
  expect(takePart(addressOf(personnel))).toBeNull();
  unmount();
});
