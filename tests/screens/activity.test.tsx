import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { trailRegister, type TrailRow } from '#contract/trail.ts';
import { openApp } from './support/open-app.tsx';
import { aList } from './support/records.ts';
import { rowTexts } from './support/rows.ts';

const aRow = (id: string, changes: Partial<TrailRow> = {}): TrailRow => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  event: 'booking.withdrawn',
  by: { id: 'musa', name: 'Musa Sule', role: 'zonal head' },
  record: { type: 'booking', id: '01KAQ0000000000000000000LT' },
  about: 'ZAR-160QR',
  ...changes,
});

test('what was done stands with its maker, is narrowed in its address, and opens its record', async () => {
  const other = aRow('2', { event: 'notice.received', by: null, about: '' });
  const { user, server, address } = openApp('/activity', 'observer', (fake) => {
    fake.answer(trailRegister.list, () => aList(aRow('1'), other));
  });
  await screen.findByText('Musa Sule');
  expect(rowTexts()[0]).toMatch(/Withdrawn.*Musa Sule.*zonal head.*ZAR-160QR/);
  expect(rowTexts()[1]).toMatch(/Payment notice received.*Hanya/);
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: 'Record' }));
  await user.click(await screen.findByRole('button', { name: 'User' }));
  await waitFor(() =>
    expect(server.calls(trailRegister.list).at(-1)?.sent).toMatchObject({ record: 'user' }),
  );
  await user.click(screen.getByRole('button', { name: /^Open ?Withdrawn/ }));
  await waitFor(() => expect(address()).toBe('/bookings?open=01KAQ0000000000000000000LT'));
});
