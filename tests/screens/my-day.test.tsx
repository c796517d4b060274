import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { endpoints } from '#contract/endpoints.ts';
import { putShift, readMyDay } from '#contract/modules/field-work/shifts.ts';
import { movedBy } from '#contract/periods.ts';
import { listCashUp } from '#contract/statistics.ts';
import { sendShifts } from '#web/modules/field-work/my-day/shifts.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList, anAnswer, aUser } from './support/records.ts';

const day = {
  shift: null,
  booked: { count: 3, amount: 15_000 },
  unpaid: { count: 2, amount: 10_000 },
  ready: { count: 1, amount: 5_000 },
  kept: { count: 2, amount: 10_000 },
  asAt: '2026-11-27T15:00:00.000Z',
};

const officer = aUser({ role: 'booking officer', zone: 'Zaria' });

function withDay(server: FakeServer): void {
  answersNothing(server);
  server.answer(readMyDay, () => anAnswer(day));
  server.answer(listBookings, () => ({
    ...aList(aBooking({ registration: 'ZAR-777KD' })),
    sum: 0,
  }));
}

const card = (name: string) => screen.findByRole('region', { name });

test('an officer’s day has their figures, each with a way to its rows, and the last ticket', async () => {
  openApp('/', officer, withDay);
  const unpaid = await card('Unpaid');
  await waitFor(() => expect(unpaid.textContent).toContain('₦10,000'));
  expect(within(unpaid).getByRole('link').getAttribute('href')).toBe(
    `/unpaid?bookedBy=${officer.id}`,
  );
  const ready = (await card('Ready to clear')).textContent;
  expect(ready).toContain('1 booking');
  expect(ready).toContain('2 other bookings have an open obligation.');
  const booked = within(await card('Booked today')).getByRole('link', { name: '3 bookings' });
  expect(booked.getAttribute('href')).toMatch(/^\/bookings\?bookedBy=.*&from=.*&to=/);
  const last = await card('Last ticket');
  await waitFor(() => expect(last.textContent).toContain('ZAR-777KD'));
  expect(await within(last).findByRole('button', { name: 'Print ticket' })).toBeTruthy();
});

test.each([
  ['on', ['questions'], true],
  ['off', [], false],
] as const)(
  'figures of colleagues are linked while questions are switched %s',
  async (_state, duties, linked) => {
    openApp('/', { ...officer, duties: [...duties] }, withDay);
    await waitFor(() => expect(screen.getByText('₦10,000')).toBeTruthy());
    const link = () =>
      screen.queryByRole('link', { name: 'Compare your figures with your colleagues’' });
    if (linked) await waitFor(() => expect(link()?.getAttribute('href')).toBe('/questions'));
    else expect(link()).toBeNull();
  },
);

test('a shift that is begun and ended without a network is kept, and sent in its order once there is one', async () => {
  openApp('/', officer, (server) => {
    for (const endpoint of Object.values(endpoints))
      server.answer(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
  });
  await press('Start shift');
  const shift = await card('Shift');
  await waitFor(() =>
    expect(shift.textContent).toContain(
      'When there is a network, this device will send the times of your shift',
    ),
  );
  await press('End shift');
  await press('Start shift');
  await within(shift).findByRole('button', { name: 'End shift' });
  cleanup();

  const { server } = openApp('/', 'nobody', withDay);
  server.answer(putShift, ({ params: { id }, body }) => anAnswer({ _id: id, ...body }));
  await screen.findByRole('region', { name: 'Shift' });
  fireEvent.pointerMove(window);
  await sendShifts();
  await waitFor(() => expect(server.calls(putShift).length).toBeGreaterThanOrEqual(2));
  const [first, second] = server.calls(putShift);
  expect(first?.body.endedAt).not.toBeNull();
  expect(second?.body.endedAt).toBeNull();
  expect(second?.params.id).not.toBe(first?.params.id);
});

test('each figure of a cash-up leads to the bookings of its officer, its day and its state', async () => {
  const figure = (count: number) => ({ count, amount: count * 5_000 });
  const row = {
    officer: { id: 'amina', name: 'Amina Sule', role: 'booking officer' as const },
    day: '2026-11-27',
    booked: figure(4),
    unpaid: figure(2),
    ready: figure(1),
    cleared: figure(0),
    withdrawn: figure(1),
    decided: figure(1),
  };
  const { server } = openApp('/cash-up', { role: 'zonal head', zone: 'Zaria' }, (given) => {
    answersNothing(given);
    given.answer(listCashUp, () => anAnswer([row]));
  });
  const line = (await screen.findByText('Amina Sule')).closest('tr');
  if (!line) throw new Error('The officer has no row.');
  const links = within(line)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  const of = 'bookedBy=amina&from=2026-11-27&to=2026-11-27';
  expect(links).toEqual([
    `/bookings?${of}`,
    `/unpaid?${of}`,
    `/paid?${of}`,
    `/bookings?${of}&withdrawn=true`,
    `/bookings?${of}&decided=true`,
  ]);
  const [asked] = server.calls(listCashUp);
  expect(asked?.query.from).toBe(movedBy(asked?.query.to ?? '', -1));
});
