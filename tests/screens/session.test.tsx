import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { guestToken, logout, wake } from '#contract/auth.ts';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listRevenueHeads } from '#contract/payments.ts';
import { askFactorReset } from '#contract/second-factor.ts';
import { forgotPassword, login } from '#contract/sign-in.ts';
import { listUsers, readUser } from '#contract/users.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { removeFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { headerLink } from './support/form.ts';
import { openApp, tokenOf } from './support/open-app.tsx';
import { anAnswer, aUser } from './support/records.ts';

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

function answersSignIn(server: FakeServer): void {
  answersNothing(server);
  const user = aUser({ role: 'operator' });
  server.answer(login, ({ body: { password } }) =>
    password === 'right'
      ? { success: true as const, token: tokenOf(user), user }
      : { status: 401, error: 'The email or the password is wrong.' },
  );
}

async function signIn(user: ReturnType<typeof openApp>['user'], password: string): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), 'amina@hanya.test');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

test('who lost the phone asks a state admin at the second step, and is told who hears of it', async () => {
  const { server, user } = openApp('/signin', 'nobody', (fake) => {
    answersNothing(fake);
    fake.answer(login, () => ({ success: true as const, step: 'S1', app: true, passkey: null }));
    fake.answer(askFactorReset, () => anAnswer(null));
  });
  await signIn(user, 'right');
  expect(await screen.findByText(/state admins will see the request under Needs you/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ask for help with this step' }));
  expect(await screen.findByText('Hanya has sent your request to your state admins.')).toBeTruthy();
  expect(server.calls(askFactorReset)[0]?.body).toEqual({ step: 'S1' });
  expect(screen.getByLabelText('Code')).toBeTruthy();
});

test('203a: the user of a stored token is on screen before the server answers', async () => {
  const { store } = openApp('/insurance', 'booking officer', (server) => {
    answersNothing(server);
    server.answer(readUser, () => new Promise(() => undefined));
  });
  const { username, email, phone } = aUser();
  expect(store.getState().currentUser.user).toMatchObject({ username, email, phone });
  expect(await title('Regularised Insurance')).toBeTruthy();
  const profile = within(screen.getByRole('banner')).getByText('Amina Bello').closest('button');
  expect(profile?.textContent).toContain('Booking officer');
});

test('251a: the user whom the server answers takes the place of the one of the token', async () => {
  const amina = aUser({ role: 'booking officer' });
  const { server } = openApp('/insurance', amina, (given) => {
    answersNothing(given);
    given.answer(readUser, () => anAnswer({ ...amina, firstName: 'Hauwa' }));
  });
  const banner = within(await screen.findByRole('banner'));
  expect(await banner.findByText('Hauwa Bello')).toBeTruthy();
  expect(server.calls(readUser)[0]?.params).toEqual({ id: amina.id });
});

test('241b: every call bears the token', async () => {
  const { server, user } = openApp('/paid', 'state admin', answersNothing);
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  await title('Paid Bookings');
  await user.click(menu.getByRole('link', { name: 'Collisions' }));
  await title('Accidents');
  await user.click(menu.getByRole('link', { name: 'Admin' }));
  await title('Users');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(server.calls(wake).length).toBeGreaterThan(0));
  for (const asked of [listBookings, listCollisions, listUsers])
    expect(server.calls(asked).length).toBeGreaterThan(0);
  const tokens = Object.values(endpoints).flatMap((one) => server.calls(one).map((c) => c.token));
  expect(new Set(tokens)).toEqual(new Set([`Bearer ${localStorage.getItem('jwtToken') ?? ''}`]));
});

test('204b, 241c: after Logout no request bears the token', async () => {
  const { server, user } = openApp('/insurance', 'booking officer', answersSignIn);
  await title('Regularised Insurance');
  const token = `Bearer ${localStorage.getItem('jwtToken') ?? ''}`;
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(server.calls(logout).map((call) => call.token)).toEqual([token]));
  expect(localStorage.getItem('jwtToken')).toBeNull();
  const before = server.calls(listBookings).length;

  await signIn(user, 'right');
  await title('Base');
  await waitFor(() => expect(server.calls(listBookings).length).toBeGreaterThan(before));
  expect(server.calls(login).map((call) => call.token)).toEqual([null]);
  const later = server.calls(listBookings).slice(before);
  expect(later.map((call) => call.token)).not.toContain(token);
});

test('250c: a wake call that fails is ignored', async () => {
  const { server, user } = openApp('/signin', 'nobody', (given) => {
    answersSignIn(given);
    given.answer(wake, () => ({ status: 503, error: 'Away.' }));
  });
  await waitFor(() => expect(server.calls(wake).length).toBeGreaterThan(0));
  expect(screen.queryByRole('alert')).toBeNull();
  await signIn(user, 'right');
  expect(await title('Base')).toBeTruthy();
});

test('278b: revenue heads that can’t be had are only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { user } = openApp('/profile', 'booking officer', (server) => {
    answersNothing(server);
    server.answer(listRevenueHeads, () => ({ status: 503, error: 'The gateway does not answer.' }));
  });
  await user.click(await headerLink('Booking'));
  await screen.findByRole('dialog', { name: 'New Booking Form' });
  await waitFor(() =>
    expect(warn).toHaveBeenCalledWith(
      'The revenue heads could not be loaded.',
      expect.objectContaining({ message: 'The gateway does not answer.' }),
    ),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  warn.mockRestore();
});

test('37a, 64a, 64c: /signin has the fields Email and Password, the button Login and the ways around them', async () => {
  const { user } = openApp('/signin', 'nobody', answersNothing);
  const password = await screen.findByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Email')]);
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue as guest' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Forgot password' }));
  expect(await title('Forgot password')).toBeTruthy();
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Email')]);
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
});

test('248a, 248b: who forgot their password sends the email alone, and what is answered is not read', async () => {
  const { server, user } = openApp('/signin', 'nobody', (given) => {
    answersNothing(given);
    given.answer(forgotPassword, () => anAnswer('Words that nobody reads.'));
  });
  await user.type(await screen.findByLabelText('Email'), 'amina@hanya.test');
  await user.click(screen.getByRole('button', { name: 'Forgot password' }));
  await user.click(await screen.findByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/has sent an email with a link/)).toBeTruthy();
  const [sent] = server.calls(forgotPassword);
  expect(sent?.body).toEqual({ email: 'amina@hanya.test' });
  expect(document.body.textContent).not.toContain('Words that nobody reads.');
});

test('38: /resetpassword has the heading Reset your password and the button Reset', async () => {
  const { address } = openApp('/resetpassword#a-token-of-a-mail', 'nobody', answersNothing);
  expect(await title('Reset your password')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reset' })).toBeTruthy();
  expect(address()).toBe('/resetpassword#a-token-of-a-mail');
});

test('a wrong password shows the server’s sentence in an alert', async () => {
  const { user, address } = openApp('/signin', 'nobody', answersSignIn);
  await signIn(user, 'wrong');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The email or the password is wrong.');
  expect(address()).toBe('/signin');
});

test('a path that was asked for without a session comes back after signing in', async () => {
  const { user, address } = openApp('/unpaid?limit=15', 'nobody', answersSignIn);
  await waitFor(() => expect(address()).toBe('/signin'));
  await signIn(user, 'right');
  await title('Unpaid Bookings');
  expect(address()).toBe('/unpaid?limit=15');
});

test('16a, 64d, 247c: the guest signs in without a call', async () => {
  const { server, user } = openApp('/signin', 'nobody', answersNothing);
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  await title('Base');
  expect(server.calls(login)).toEqual([]);
  expect(server.calls(readUser)).toEqual([]);
  expect(localStorage.getItem('jwtToken')).toBe(guestToken);
});

test('37b, 64e, 250a, 250b: the wake call removes the wake flag once the server answered', async () => {
  const held = Promise.withResolvers<undefined>();
  openApp('/signin', 'nobody', (server) => {
    server.answer(wake, async () => {
      await held.promise;
      return { success: true as const, data: 'up' as const };
    });
  });
  expect(await screen.findByText(/^The server is starting/)).toBeTruthy();
  expect(localStorage.getItem('wake')).not.toBeNull();
  held.resolve(undefined);
  expect(await screen.findByText('Connected')).toBeTruthy();
  expect(localStorage.getItem('wake')).toBeNull();
});

test('202b, 202c: an expired token clears local storage and leads to the sign-in page', async () => {
  const expired = { exp: Math.floor(Date.now() / 1_000) - 1 };
  localStorage.setItem('jwtToken', tokenOf({ ...aUser(), ...expired }));
  localStorage.setItem('other', 'kept by nobody');
  const { address } = openApp('/unpaid', 'nobody', answersNothing);
  expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeTruthy();
  await screen.findByText('Connected');
  expect(address()).toBe('/signin');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('203b, 293: a token that can’t be decoded counts as nobody', async () => {
  localStorage.setItem('jwtToken', 'neither.a.token');
  const { address, store } = openApp('/unpaid', 'nobody', answersNothing);
  expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  expect(address()).toBe('/signin');
  expect(store.getState().currentUser).toMatchObject({ isAuthenticated: false, user: {} });
});

const hour = 3_600_000;
test.each([
  ['younger than an hour', 'all but the token', hour - 600_000],
  ['older than an hour', 'nothing', hour + 1_000],
  ['missing', 'nothing', null],
] as const)(
  '204a, 204d, 204e, 299: with the portfolio timestamp %s, Logout keeps %s',
  async (_visit, kept, age) => {
    if (age !== null) localStorage.setItem('portfolio', String(Date.now() - age));
    localStorage.setItem('other', 'of the browser');
    const { user, address } = openApp('/profile', 'booking officer', answersNothing);
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByText('Connected');
    expect(address()).toBe('/signin');
    const keys = Object.keys(localStorage).toSorted();
    expect(keys).toEqual(kept === 'nothing' ? [] : ['other', 'portfolio']);
  },
);

test('a session that ended elsewhere leads to the sign-in page, which says why', async () => {
  const { address } = openApp('/paid', 'zonal head', (server) => {
    answersNothing(server);
    server.answer(listBookings, () => ({ status: 401, error: 'Sign in again.' }));
  });
  expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeTruthy();
  expect(address()).toBe('/signin');
  expect(localStorage.getItem('jwtToken')).toBeNull();
});

/** As the sender keeps a record that waits. */
const keepWaiting = (userId: string, id: string) =>
  saveOnDevice(userId, `waiting ${id}`, { label: 'KPD-415XA' });

test('the sign-in page says whose records wait on the phone and how many, and nothing of them', async () => {
  const musa = aUser({ firstName: 'Musa', lastName: 'Bello', role: 'booking officer' });
  await keepWaiting(musa.id, 'a');
  await keepWaiting(musa.id, 'b');
  openApp('/paid', musa, (server) => {
    answersNothing(server);
    server.answer(listBookings, () => ({ status: 401, error: 'Sign in again.' }));
  });
  const words = await screen.findByText(/still has 2 records on this device/);
  expect(words.closest('p')?.textContent).toBe(
    'Musa Bello still has 2 records on this device. Sign in as Musa Bello to send them.',
  );
  expect(document.body.textContent).not.toContain('KPD');
  for (const id of ['a', 'b']) await removeFromDevice(musa.id, `waiting ${id}`);
});

test.each([true, false])(
  '202a, 202c: a session that its clock ends while the application is open goes on until the server says so (network: %s)',
  async (online) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    const officer = aUser({ role: 'booking officer' });
    const { address, server } = openApp('/insurance', officer, answersNothing);
    await title('Regularised Insurance');
    const over = { ...officer, exp: Math.floor(Date.now() / 1_000) - 3_600 };
    localStorage.setItem('jwtToken', tokenOf(over));
    if (!online)
      for (const endpoint of Object.values(endpoints))
        server.answer(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
    const asked = server.calls(readUser).length;
    const looksAgain = () =>
      act(
        () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      );
    looksAgain();
    await waitFor(() => expect(server.calls(readUser).length).toBeGreaterThan(asked));
    expect(await title('Regularised Insurance')).toBeTruthy();
    expect(address()).toBe('/insurance');
    expect(localStorage.getItem('jwtToken')).not.toBeNull();

    server.answer(readUser, () => ({ status: 401, error: 'Sign in again.' }));
    looksAgain();
    expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeTruthy();
    expect(localStorage.getItem('jwtToken')).toBeNull();
    vi.restoreAllMocks();
    noteServerAnswered();
  },
);
