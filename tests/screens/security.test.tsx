import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { proofNeeded } from '#contract/proof.ts';
import {
  addApp,
  confirmApp,
  type Factors,
  proveAgain,
  readFactors,
  removeApp,
} from '#contract/second-factor.ts';
import {
  changePassword,
  endSession,
  endSessions,
  listSessions,
  type Session,
} from '#contract/security.ts';
import { dialog, field, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const noFactors: Factors = {
  app: false,
  passkeys: [],
  recoveryCodes: 0,
  required: false,
  takesPasskeys: true,
};

const aSession = (id: string, current = false): Session => ({
  id,
  device: current ? 'Chrome on Windows' : 'Safari on iPhone',
  address: '192.0.2.7',
  sameNetwork: id !== 'S3',
  since: '2026-05-01T09:30:00.000Z',
  lastUsed: '2026-05-01T09:40:00.000Z',
  current,
});

function openSecurity(changes = {}) {
  let sessions = [aSession('S1', true), aSession('S2'), aSession('S3')];
  return openApp('/security', { role: 'booking officer', ...changes }, (server) => {
    server.answer(listSessions, () => anAnswer(sessions));
    server.answer(readFactors, () => anAnswer(noFactors));
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
  expect(rows()[1]?.textContent).toContain('This network (192.0.2.7)');
  expect(rows()[2]?.textContent).not.toContain('This network');
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

test('the account menu leads to the page', async () => {
  const { user, address } = openApp('/profile', 'observer', (server) => {
    server.answer(listSessions, () => anAnswer([]));
    server.answer(readFactors, () => anAnswer(noFactors));
  });
  await user.click(await screen.findByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Security' }));
  await waitFor(() => expect(address()).toBe('/security'));
});

test('an authenticator app is turned on by its first code, and the recovery codes are shown once', async () => {
  const { server } = openSecurity();
  let on = false;
  server.answer(readFactors, () => anAnswer({ ...noFactors, app: on, recoveryCodes: on ? 2 : 0 }));
  server.answer(addApp, () =>
    anAnswer({
      secret: 'ABCDEFGH',
      address: 'otpauth://totp/Hanya',
      qr: { size: 1, path: 'M0 0h1v1h-1z' },
    }),
  );
  server.answer(confirmApp, () => {
    on = true;
    return anAnswer(['abcde-fghij', 'kmnpq-rstuv']);
  });
  const card = await screen.findByRole('region', { name: 'Second factor' });
  await press('Set up an authenticator app', card);
  await waitFor(() => expect(card.textContent).toContain('ABCD EFGH'));
  fill(card, 'Code', '123 456');
  await press('Turn on', card);
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
  await press('Print codes', card);
  expect(print).toHaveBeenCalledOnce();
  const paper = document.querySelector('.printed-alone')?.textContent;
  expect(paper).toMatch(/@.*20\d\d-.*abcde-fghijkmnpq-rstuv$/);
  await press('I have written the codes down', card);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull());
  expect(server.calls(confirmApp)[0]?.body).toEqual({ code: '123456' });
});

test('the key of an app can be copied or opened on this device, and setting it up broken off', async () => {
  const { server } = openSecurity();
  server.answer(readFactors, () => anAnswer(noFactors));
  const address = 'otpauth://totp/Hanya?secret=ABCDEFGH';
  server.answer(addApp, () =>
    anAnswer({ secret: 'ABCDEFGH', address, qr: { size: 1, path: 'M0 0h1v1h-1z' } }),
  );
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  const card = await screen.findByRole('region', { name: 'Second factor' });
  await press('Set up an authenticator app', card);
  await press('Copy key', card);
  await waitFor(() => expect(copied).toEqual(['ABCDEFGH']));
  const link = within(card).getByText('Open the app on this device');
  expect(link.getAttribute('href')).toBe(address);
  await press('Cancel', card);
  await waitFor(() => expect(card.textContent).not.toContain('ABCD EFGH'));
  expect(within(card).getByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
});

test('where the server wants to know again who is there, a dialog asks, and the call is made again', async () => {
  const { server } = openSecurity();
  let proved = false;
  server.answer(readFactors, () => anAnswer({ ...noFactors, app: true, recoveryCodes: 2 }));
  server.answer(removeApp, () =>
    proved
      ? anAnswer(noFactors)
      : { status: 403, error: 'Confirm first that it is you.', code: proofNeeded },
  );
  server.answer(proveAgain, () => {
    proved = true;
    return anAnswer(null);
  });
  await press('Remove authenticator app');
  await press('Remove', await dialog('Remove the authenticator app?'));
  const asked = await dialog('Confirm that it is you');
  await within(asked).findByLabelText('Code');
  fill(asked, 'Code', '123456');
  await press('Confirm', asked);
  await says('Authenticator app removed');
  expect(server.calls(removeApp)).toHaveLength(2);
});

test('what the dialog must know and could not read can be asked again there', async () => {
  const { server } = openSecurity();
  await screen.findByRole('list', { name: 'Sessions' });
  let away = true;
  server.answer(readFactors, () =>
    away
      ? { status: 503, error: 'Hanya cannot reach its records.', code: 'away' }
      : anAnswer(noFactors),
  );
  server.answer(endSessions, () => ({
    status: 403,
    error: 'Confirm first that it is you.',
    code: proofNeeded,
  }));
  await press('End all other sessions');
  const asked = await dialog('Confirm that it is you');
  await waitFor(() => expect(asked.textContent).toContain('Hanya cannot reach its records.'));
  away = false;
  await press(/again/i, asked);
  await within(asked).findByLabelText('Password');
});
