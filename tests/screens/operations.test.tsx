import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type FailedJob,
  handOverJob,
  listFailedJobs,
  listSecurityEvents,
  readOperations,
  retryJob,
  type SecurityEvent,
} from '#contract/operations.ts';
import { openApp } from './support/open-app.tsx';

const job: FailedJob = {
  id: '0191f3a2-0000-7000-8000-000000000001',
  purpose: 'Ask the payment gateway to create the bill for a booking.',
  booking: '01K9ZZZZZZBQ9BKF6FFVCKVY20',
  failedAt: '2026-11-20T08:00:00.000Z',
  tries: 3,
  reason: 'The gateway said no.',
};

const event: SecurityEvent = {
  id: '7',
  minute: '2026-11-20T08:00:00.000Z',
  kind: 'sign-in failed',
  by: { id: 'u1', name: 'Sani Abdullahi' },
  concerns: null,
  address: '203.0.113.7',
  about: 'POST /api/v1/auth/login',
  count: 40,
};

const standing = {
  success: true as const,
  data: {
    at: '2026-11-20T08:00:00.000Z',
    looks: [
      { what: 'Disk', state: 'well' as const, words: '40.0 GB of 80.0 GB is free.' },
      { what: 'Backups', state: 'wrong' as const, words: 'There is none yet.' },
    ],
    alarms: [
      { name: 'backup', since: '2026-11-20T07:00:00.000Z', words: 'There is no backup yet.' },
    ],
    breakages: [
      {
        release: '1.0.0',
        place: '/unpaid' as const,
        kind: 'render' as const,
        name: 'TypeError' as const,
        frames: 'unpaid-with-map-Bx3k9kQz.js:1:2045',
        count: 7,
        accounts: 3,
        firstSeen: '2026-11-20T07:00:00.000Z',
        lastSeen: '2026-11-20T08:00:00.000Z',
        spreads: true,
      },
    ],
  },
};

const events = {
  success: true as const,
  data: [event],
  total: 1,
  count: 1,
  limit: 10,
  pagination: {},
};

function openOperations(path: string, whole = true) {
  const jobs = [job];
  return openApp(path, 'state admin', (server) => {
    server.answer(readOperations, () => (whole ? standing : { ...standing, data: null }));
    server.answer(listFailedJobs, () => ({ success: true as const, data: jobs }));
    const taken = () => {
      jobs.length = 0;
      return { success: true as const, data: [] };
    };
    server.answer(retryJob, taken);
    server.answer(handOverJob, taken);
    server.answer(listSecurityEvents, () => events);
  });
}

test('what is wrong stands first, with its alarm, and failed work can be tried again', async () => {
  const { user, server } = openOperations('/operations');
  const looks = await screen.findByRole('list', { name: 'Status' });
  const words = within(looks)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(words).toEqual([
    'Backups: ProblemThere is none yet.',
    'Disk: OK40.0 GB of 80.0 GB is free.',
  ]);
  expect(screen.getByText('There is no backup yet.')).toBeTruthy();
  expect(screen.getByText(/^1 part has a problem\./)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /^Try again/ }));
  expect(await screen.findByText('There is no failed work.')).toBeTruthy();
  expect(server.calls(retryJob)[0]?.params).toEqual({ id: job.id });
});

test('what breaks in browsers is told by screen and cause, and whether it spreads', async () => {
  openOperations('/operations');
  const list = await screen.findByRole('list', { name: 'Problems in browsers' });
  expect(within(list).getByRole('listitem').textContent).toBe(
    [
      'Unpaid Bookings: the screen or a part of it failed: Problem',
      'Several people had this problem within ten minutes.',
      'Version 1.0.0. Reported 7 times, by up to 3 accounts in a day.',
      'First reported 2026-11-20 08:00, last reported 2026-11-20 09:00',
      'TypeError in',
      'unpaid-with-map-Bx3k9kQz.js:1:2045',
    ].join(''),
  );
});

test('work that is done by hand leaves the list once somebody says how', async () => {
  const { user, server } = openOperations('/operations');
  await user.click(await screen.findByRole('button', { name: /^Remove from the list/ }));
  const dialog = await screen.findByRole('dialog');
  const take = () => within(dialog).findByRole('button', { name: /^Remove it/ });
  await user.click(await take());
  expect(server.calls(handOverJob)).toEqual([]);
  await user.type(
    within(dialog).getByRole('textbox', { name: /^Who will do this/ }),
    'Ladi, at the bank.',
  );
  await user.click(await take());
  expect(await screen.findByText('There is no failed work.')).toBeTruthy();
  expect(server.calls(handOverJob)[0]?.body).toEqual({ reason: 'Ladi, at the bank.' });
});

test('an admin of one organisation is told who sees how the installation stands', async () => {
  openOperations('/operations', false);
  expect(await screen.findByText(/^Only a state admin for all states can see/)).toBeTruthy();
  expect(await screen.findByText('The gateway said no.')).toBeTruthy();
});

test('security events are listed in words and narrowed to a kind', async () => {
  const { user, server } = openOperations('/operations?show=security&kind=export');
  expect(await screen.findByText('Sani Abdullahi')).toBeTruthy();
  expect(screen.getByText('Sign-in failed')).toBeTruthy();
  expect(screen.getByText('40')).toBeTruthy();
  expect(server.calls(listSecurityEvents).at(-1)?.query).toMatchObject({ kind: 'export' });
  await user.click(screen.getByRole('button', { name: /Remove.*Kind|Kind.*Remove/i }));
  await waitFor(() =>
    expect(server.calls(listSecurityEvents).at(-1)?.query).not.toHaveProperty('kind'),
  );
});
