import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readSession } from '#contract/security.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { answersNothing } from './support/answers.ts';
import { press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: [...timers] });
});
afterEach(() => {
  vi.useRealTimers();
  // Other files of this process see the same connection.
  noteServerAnswered();
});

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

/** A screen of somebody whose session ends in so many minutes, each read anew, once it has said so. */
async function openBeforeTheEnd(minutes: () => { idle: number; all: number }) {
  const app = openApp('/insurance', 'booking officer', (fake) => {
    answersNothing(fake);
    fake.answer(readSession, () =>
      anAnswer({ idleAt: inMinutes(minutes().idle), endsAt: inMinutes(minutes().all) }),
    );
  });
  await screen.findByRole('heading', { level: 1, name: 'Regularised Insurance' });
  // The part that watches is fetched once somebody begins to use the page.
  fireEvent.pointerMove(window);
  while (app.server.calls(readSession).length === 0) {
    vi.advanceTimersByTime(30_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await screen.findByText(/^Your session will end at \d\d:\d\d/);
  return app;
}

test('a session that is about to end says when, and stays on request', async () => {
  let idle = 3;
  await openBeforeTheEnd(() => ({ idle, all: 300 }));
  expect(
    screen.getByText(/^Your session will end at \d\d:\d\d because you have not used/),
  ).toBeTruthy();
  idle = 60;
  await press('Stay signed in');
  await waitFor(() => expect(screen.queryByText(/^Your session will end at/)).toBeNull());
});

test('nobody stays signed in for longer than twelve hours, so that is not offered', async () => {
  await openBeforeTheEnd(() => ({ idle: 60, all: 3 }));
  expect(screen.getByText(/twelve hours after you signed in/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
});

test.each([
  ['because nobody has used Hanya', { idle: 3, all: 300 }],
  ['after twelve hours', { idle: 60, all: 3 }],
])(
  'in the field a session that ends %s says that work goes on, and asks nothing of anybody',
  async (_, minutes) => {
    const { server } = await openBeforeTheEnd(() => minutes);
    for (const endpoint of Object.values(endpoints))
      server.answer(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
    fireEvent(window, new Event('offline'));
    vi.advanceTimersByTime(3_000);
    const banner = (await screen.findByText('You can go on working.')).closest('[role=status]');
    expect(banner?.textContent).toContain('Hanya will keep your work until then');
    expect(banner?.querySelector('button')).toBeNull();
    expect(screen.queryByText(/^Your session will end at/)).toBeNull();

    noteServerAnswered();
    await screen.findByText(/^Your session will end at/);
    expect(screen.queryByText('You can go on working.')).toBeNull();
  },
);
