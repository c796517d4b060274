import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCollision } from '#contract/collisions.ts';
import { listLookups } from '#contract/lookups.ts';
import { listOriginals } from '#contract/originals.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { aCollision, aList, anAnswer } from './support/records.ts';

const collision = aCollision();
const address = `/collisions?open=${collision._id}`;
const sha256 = '3f'.repeat(32);

function oneCollision(server: FakeServer): void {
  answersNothing(server);
  server.answer(readCollision, () => anAnswer(collision));
  server.answer(listOriginals, () =>
    anAnswer([
      {
        field: 'driverImg',
        line: 2,
        type: 'image/png',
        bytes: 300_000,
        sha256,
        sentAt: '2026-11-20T10:00:00.000Z',
        sentBy: { id: 'X', name: 'Amina Sule', role: 'booking officer' },
        taken: { at: '2026-11-20T09:58:00', position: { lat: 11.12, lng: 7.7 }, orientation: 6 },
        address: '/files/ORIGINAL?expires=1&signature=x',
      },
    ] as const),
  );
  const by = { id: 'Y', name: 'Ladi Yakubu', role: 'zonal head' } as const;
  server.answer(listLookups, () =>
    aList({ at: '2026-11-21T08:00:00.000Z', by, kind: 'originals' as const }),
  );
}

test('a state admin saves evidence as it was received, and sees who looked at the collision', async () => {
  const { user, server } = openApp(address, 'state admin', oneCollision);
  await user.click(await screen.findByRole('button', { name: 'Original files' }));
  const files = await screen.findByRole('list', { name: 'Original files' });
  expect(files.textContent).toContain('image/png, 293 KB');
  expect(files.textContent).toContain('Amina Sule');
  expect(files.textContent).toContain(sha256);
  const link = within(files).getByRole('link', {
    name: 'Save the original of Driver of vehicle 2',
  });
  expect(link.getAttribute('href')).toBe('/files/ORIGINAL?expires=1&signature=x');
  expect(link.hasAttribute('download')).toBe(true);

  expect(server.calls(listLookups)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await user.click(await screen.findByRole('button', { name: 'Seen by' }));
  const seen = await screen.findByRole('list', { name: 'Seen by' });
  expect(seen.textContent).toContain('Ladi Yakubu');
  expect(seen.textContent).toContain('Opened the original files, zonal head');
});

test('an officer is offered neither', async () => {
  openApp(address, 'booking officer', oneCollision);
  await screen.findByRole('heading', { name: 'Evidence' });
  expect(screen.queryByRole('button', { name: 'Original files' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Seen by' })).toBeNull();
});
