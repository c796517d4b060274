import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  changePassword,
  endSession,
  endSessions,
  listSessions,
  type Session,
} from '#contract/security.ts';
import { field, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const aSession = (id: string, current = false): Session => ({
  id,
  device: current ? 'Chrome on Windows' : 'Safari on iPhone',
  address: '192.0.2.7',
  since: '2026-05-01T09:30:00.000Z',
  lastUsed: '2026-05-01T09:40:00.000Z',
  current,
});

function openSecurity(changes = {}) {
  let sessions = [aSession('S1', true), aSession('S2'), aSession('S3')];
  return openApp('/security', { role: 'booking officer', ...changes }, (server) => {
    server.answer(listSessions, () => anAnswer(sessions));
    server.answer(endSession, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.session);
      return anAnswer(sessions);
    });
    server.answer(endSessions, () => {
      sessions = sessions.filter(({ current }) => current);
      return anAnswer(sessions);
    });
  });
}

const rows = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem');

function row(index: number): HTMLElement {
  const found = rows()[index];
  if (!found) throw new Error(`There is no row ${index}.`);
  return found;
}

test('one session is ended, then all others; the own one cannot be ended here', async () => {
  const { user } = openSecurity();
  await screen.findByRole('list', { name: 'Sessions' });
  expect(within(row(0)).queryByRole('button')).toBeNull();
  expect(rows()[0]?.textContent).toContain('This session');
  await user.click(within(row(1)).getByRole('button'));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await press('End all other sessions');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('the password is sent with the old one; what is wrong with it stands at its field', async () => {
  const { server } = openSecurity();
  let refused = true;
  server.answer(changePassword, () =>
    refused
      ? {
          status: 400,
          error: 'This is not your current password.',
          code: 'invalid',
          fields: { current: 'This is not your current password.' },
        }
      : anAnswer(null),
  );
  const card = await screen.findByRole('region', { name: 'Password' });
  fill(card, 'Current password', 'the one of before');
  fill(card, 'New password', 'four unlike words here');
  fill(card, 'Confirm new password', 'four unlike words');
  await press('Change password', card);
  expect(card.textContent).toContain('Password and Confirm password should be the same');
  expect(server.calls(changePassword)).toHaveLength(0);
  fill(card, 'Confirm new password', 'four unlike words here');
  await press('Change password', card);
  await waitFor(() => expect(card.textContent).toContain('This is not your current password.'));
  refused = false;
  await press('Change password', card);
  await says('Password changed. Your other sessions have ended.');
  expect(field(card, 'Current password').value).toBe('');
});

test('who has a first password is told how to set an own one, instead of a form', async () => {
  openSecurity({ ownPassword: false });
  const card = await screen.findByRole('region', { name: 'Password' });
  await waitFor(() => expect(card.textContent).toContain('Somebody else knows your password.'));
  expect(within(card).queryByRole('button')).toBeNull();
});

test('the account menu leads to the page, but not for guests', async () => {
  const { user, address } = openApp('/profile', 'observer', (server) => {
    server.answer(listSessions, () => anAnswer([]));
  });
  await user.click(await screen.findByRole('button', { name: 'Theme and keys' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Security' }));
  await waitFor(() => expect(address()).toBe('/security'));
});
