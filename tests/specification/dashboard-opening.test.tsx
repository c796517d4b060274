import { renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { liveBookings } from '#contract/live.ts';
import { bookingCounts, bookingRevenue } from '#contract/statistics.ts';
import { listUsers } from '#contract/users.ts';
import type { FakeServer } from '#tests/screens/support/fake-server.ts';
import { answersFigures } from '#tests/screens/support/figures.ts';
import { openApp } from '#tests/screens/support/open-app.tsx';
import { type LiveNews, tellNews, useLiveNews } from '#web/live/events.ts';

/** What was asked for so far, each as its path and its query. */
const askedOf = (server: FakeServer) =>
  Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
    server.calls(endpoint).map(({ sent }) => `${endpoint.path} ${JSON.stringify(sent)}`),
  );

/**
 * What was asked for up to something that the live stream says, which is then all that was told: a
 * stream that opened too late would have told everything to ask again.
 */
async function askedUpToNews(server: FakeServer): Promise<string[]> {
  await waitFor(() => expect(server.calls(liveBookings)).toHaveLength(1));
  const news: LiveNews = { type: 'gone', record: 'booking', id: 'A' };
  const heard: LiveNews[] = [];
  let asked: string[] = [];
  renderHook(() =>
    useLiveNews((one) => {
      heard.push(one);
      asked = askedOf(server);
    }),
  );
  // Whoever reads the stream may have just begun to.
  await waitFor(() => {
    if (heard.length === 0) server.tell(news);
    expect(heard).not.toHaveLength(0);
  });
  expect(heard[0]).toEqual(news);
  return asked;
}

const organisation = 'Kaduna';
const reads = [
  [bookingCounts, { organisation }],
  [bookingRevenue, { organisation }],
  [listBookings, { limit: '12', page: '1', organisation, withdrawn: 'false', decided: 'false' }],
  [listUsers, { limit: '8', page: '1', organisation, sort: '-lastActive' }],
] as const;

const allAsked = (server: FakeServer, times: number) =>
  waitFor(
    () => {
      for (const [endpoint] of reads)
        expect(server.calls(endpoint).length, endpoint.path).toBeGreaterThanOrEqual(times);
    },
    { timeout: 10_000 },
  );

test('254a, 254b, 263a, 264, 265: a dashboard asks for counts, revenue, feed and personnel, each once, though the live stream opens after them', async () => {
  const { server } = openApp('/', 'state admin', answersFigures);
  await screen.findByText('₦75,000,000');
  await allAsked(server, 1);
  for (const [endpoint, sent] of reads) expect(server.calls(endpoint)[0]?.sent).toEqual(sent);
  const asked = await askedUpToNews(server);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
});

test('254a, 254b, 263a, 264, 265: what may have been missed has a dashboard ask for all of it again', async () => {
  const { server } = openApp('/', 'state admin', answersFigures);
  await screen.findByText('₦75,000,000');
  await allAsked(server, 1);
  tellNews({ type: 'reset' });
  await allAsked(server, 2);
});
