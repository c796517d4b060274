import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { guestToken, wake } from '#contract/auth.ts';
import { changeContacts, changeLogo, noContacts } from '#contract/contacts.ts';
import { passwordsDiffer } from '#contract/passwords.ts';
import { listPlaces } from '#contract/places.ts';
import { login, register } from '#contract/sign-in.ts';
import { readUser, type User } from '#contract/users.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { begin } from '#web/app/begin.tsx';
import { removeFromDevice } from '#web/device/device-store.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { notePerson } from '#web/device/people.ts';
import { fetchWaitingRows } from '#web/records/lazy-waiting-rows.tsx';
import { readOutbox, storeRecord } from '#web/sending/outbox.ts';
import { newWaitingRecord } from '#web/sending/waiting-record.ts';
import { answersNothing } from './support/answers.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { press } from './support/form.ts';
import { tokenOf } from './support/open-app.tsx';
import { anAnswer, aUser, places } from './support/records.ts';

let over: () => void = () => undefined;
afterEach(() => over());

/** The page as it begins in a browser, at an address and with a token or none. */
function beginAt(
  address: string,
  token: string | null,
  {
    person = aUser({ role: 'operator' }),
    prepare = () => undefined,
  }: { person?: User; prepare?: (server: FakeServer) => void } = {},
) {
  const server = startFakeServer();
  answersNothing(server);
  server.answer(listPlaces, () => anAnswer([...places]));
  server.answer(readUser, () => anAnswer(person));
  server.answer(login, () => ({ success: true as const, token: tokenOf(person), user: person }));
  prepare(server);
  noteLastUser(null);
  window.history.replaceState(null, '', address);
  if (token !== null) localStorage.setItem('jwtToken', token);
  const place = document.body.appendChild(document.createElement('div'));
  let root: Root | undefined;
  act(() => {
    root = begin(place);
  });
  over = () => {
    act(() => root?.unmount());
    place.remove();
  };
  return { server, user: userEvent.setup() };
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => window.location.pathname + window.location.search;

async function signIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'amina@hanya.test');
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

test('nobody gets the sign-in page, and from it to what they asked for', async () => {
  const { user } = beginAt('/unpaid?limit=15', null);
  expect(await title('Sign in')).toBeTruthy();
  expect(address()).toBe('/signin');
  await signIn(user);
  expect(await title('Unpaid Bookings')).toBeTruthy();
  expect(address()).toBe('/unpaid?limit=15');
});

test('16c: a start at an address with the flag welcomes on the sign-in page', async () => {
  beginAt('/?portfolio', null);
  expect(await screen.findByRole('dialog', { name: 'Welcome to Hanya' })).toBeTruthy();
  expect(address()).toBe('/signin?portfolio');
});

test('what is missing is said at its field before anything is sent', async () => {
  const { user, server } = beginAt('/signin', null);
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Enter your password.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(server.calls(login)).toEqual([]);
});

test('whoever is signed in gets their screen without the sign-in page', async () => {
  beginAt('/insurance', guestToken);
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
  expect(await title('Regularised Insurance')).toBeTruthy();
});

const hour = 3_600_000;
const anOfficer = aUser({ role: 'booking officer' });
const ending = (inSoLong: number, person: User = anOfficer) =>
  tokenOf({ ...person, exp: Math.floor((Date.now() + inSoLong) / 1_000) });
const noNetwork = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no network.')));
};

describe.each(['with', 'without'] as const)('%s a network', (line) => {
  const prepare = line === 'without' ? noNetwork : () => undefined;
  afterEach(() => {
    vi.restoreAllMocks();
    noteServerAnswered();
  });

  test.each([
    ['a moment ago', -1_000, null],
    ['a shift ago', -12 * hour, null],
    ['in three hours by a clock that is four behind', 3 * hour, 4 * hour],
    ['an hour ago by a clock that is off by less', -hour, -hour / 2],
  ])(
    '202a to 202c: at a start a token that ended %s is cleared away with all that was stored, and the page says so',
    async (_, inSoLong, difference) => {
      localStorage.setItem('other', 'of the browser');
      if (difference !== null) localStorage.setItem('clock', String(difference));
      beginAt('/paid', ending(inSoLong), { prepare });
      // Nothing is asked before: it shows at once.
      expect(screen.getByText('Your session has ended. Sign in to continue.')).toBeTruthy();
      expect(address()).toBe('/signin');
      if (line === 'with') {
        await screen.findByText('Connected');
        expect(Object.keys(localStorage)).toEqual([]);
      }
      expect(localStorage.getItem('jwtToken')).toBeNull();
      expect(localStorage.getItem('other')).toBeNull();
    },
  );

  test.each([
    ['in a minute', 60_000, null],
    ['three hours ago by a clock that is four ahead', -3 * hour, -4 * hour],
    ['in three hours by a clock that is two behind', 3 * hour, 2 * hour],
  ])('202a: at a start a token that ends %s is valid', async (_, inSoLong, difference) => {
    if (difference !== null) localStorage.setItem('clock', String(difference));
    beginAt('/insurance', ending(inSoLong), { person: anOfficer, prepare });
    expect(await title('Regularised Insurance')).toBeTruthy();
    expect(screen.queryByText(/^Your session ended/)).toBeNull();
  });

  test('202b: what waits to be sent outlives the expired token, and the sign-in page names it', async () => {
    const officer = aUser({ role: 'booking officer', firstName: 'Ladi', lastName: 'Yusuf' });
    await notePerson(officer.id, 'Ladi Yusuf', 'ladi@hanya.test');
    for (const label of ['KAD-200AA', 'ZAR-160QR']) {
      const made = { _id: label, kind: 'booking', body: {}, label, toldPrice: 2_000 } as const;
      await storeRecord(officer.id, newWaitingRecord(made, [], Date.now()), new Map());
    }
    beginAt('/unpaid', ending(-hour, officer), { prepare });
    const waits = await screen.findByText('Ladi Yusuf still has 2 records on this device.');
    expect(waits.closest('p')?.textContent).toContain('Sign in as Ladi Yusuf to send them.');
    expect(document.body.textContent).not.toContain('KAD-200AA');
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(
        'ladi@hanya.test',
      ),
    );
    expect((await readOutbox(officer.id))?.records).toHaveLength(2);
    for (const label of ['KAD-200AA', 'ZAR-160QR'])
      await removeFromDevice(officer.id, `waiting ${label}`);
  });
});

test.each([
  ['behind', -4 * hour],
  ['ahead', 4 * hour],
  ['as it is', 0],
])(
  '202a: the last answer to a session tells how far a clock is from the server’s: %s',
  async (_, difference) => {
    const { server } = beginAt('/insurance', ending(12 * hour), {
      person: anOfficer,
      prepare: () => {
        const { fetch } = globalThis;
        vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
          const answer = await fetch(...asked);
          answer.headers.set('date', new Date(Date.now() + difference).toUTCString());
          return answer;
        });
      },
    });
    await title('Regularised Insurance');
    await waitFor(() => expect(server.calls(readUser)).not.toEqual([]));
    const told = () => Math.round(Number(localStorage.getItem('clock')) / 60_000) * 60_000;
    await waitFor(() => expect(told()).toBe(difference));
  },
);

test('a sign-in in another tab is one in this tab too', async () => {
  beginAt('/signin', null);
  await title('Sign in');
  localStorage.setItem('jwtToken', guestToken);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'jwtToken' })));
  expect(await title('Base')).toBeTruthy();
});

test('an address opens a form over its screen, once: a reload or Back asks for none', async () => {
  beginAt('/unpaid?limit=15&new=booking', tokenOf(aUser({ role: 'booking officer' })));
  expect(await screen.findByRole('dialog', { name: 'New Booking Form' })).toBeTruthy();
  expect(address()).toBe('/unpaid?limit=15');
  // The screen behind is drawn once the form is there.
  expect(await screen.findByText('Unpaid Bookings')).toBeTruthy();
});

test('an address opens no other form than those of records', async () => {
  beginAt('/unpaid?new=insurance', tokenOf(aUser({ role: 'booking officer' })));
  expect(await title('Unpaid Bookings')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('whoever asked for a form without a session gets it after the sign-in', async () => {
  const { user } = beginAt('/unpaid?new=booking', null);
  await title('Sign in');
  await signIn(user);
  expect(await screen.findByRole('dialog', { name: 'New Booking Form' })).toBeTruthy();
});

test('an installation without accounts asks for the set-up code, then what papers say, and whoever gives it is signed in', async () => {
  const { server, user } = beginAt('/unpaid', null, {
    prepare: (given) =>
      given.answer(wake, () => ({ success: true as const, data: 'empty' as const })),
  });
  const person = aUser({ role: 'state admin', state: 'Kaduna' });
  let code = '';
  server.answer(register, ({ body }) => {
    code = body.setupCode;
    return code === 'right-code'
      ? { success: true as const, token: tokenOf(person), user: person }
      : { status: 403, error: 'Ask a state admin for an account.' };
  });
  server.answer(readUser, () => anAnswer(person));
  expect(await title('Set up Hanya')).toBeTruthy();
  const setUp = await screen.findByRole('button', { name: 'Set up' });
  await user.click(setUp);
  expect(await screen.findByText('Enter a first name.')).toBeTruthy();
  expect(server.calls(register)).toHaveLength(0);
  for (const [field, value] of [
    ['Set-up code', 'wrong-code'],
    ['First name', 'Hauwa'],
    ['Last name', 'Bello'],
    ['Email', 'hauwa@example.com'],
    ['Password', 'lorry-quiet-eleven-fields'],
    ['Confirm password', 'lorry-quiet-eleven'],
  ] as const)
    await user.type(screen.getByLabelText(field), value);
  await user.click(setUp);
  expect(screen.getByText('Select an organisation.')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Organisation'), 'Kaduna');
  await user.click(setUp);
  expect(screen.getByText(passwordsDiffer)).toBeTruthy();
  expect(server.calls(register)).toHaveLength(0);
  await user.type(screen.getByLabelText('Confirm password'), '-fields');
  await user.click(setUp);
  expect(await screen.findByText('Ask a state admin for an account.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Set-up code'));
  await user.type(screen.getByLabelText('Set-up code'), 'right-code');
  await user.click(setUp);
  let isTaken = false;
  server.answer(changeContacts, () => anAnswer({ ...noContacts, name: 'Kaduna Roads' }));
  server.answer(changeLogo, () =>
    isTaken ? anAnswer({ logo: null }) : { status: 400, error: 'The file logo is no picture.' },
  );
  const phone = await screen.findByLabelText(/^Phone/);
  expect(localStorage.getItem('jwtToken')).toBeNull();
  await user.type(phone, 'call me');
  await user.type(screen.getByLabelText(/^Name of the authority/), 'Kaduna Roads');
  await user.upload(
    screen.getByLabelText(/^Logo/),
    new File(['!'], 'a.png', { type: 'image/png' }),
  );
  await press('Begin');
  expect(server.calls(changeContacts)).toEqual([]);
  await user.clear(phone);
  await press('Begin');
  expect(await screen.findByText('The file logo is no picture.')).toBeTruthy();
  isTaken = true;
  await press('Begin');
  expect(await title('Unpaid Bookings')).toBeTruthy();
  const named = { ...noContacts, name: 'Kaduna Roads', organisation: 'Kaduna' };
  expect(server.calls(changeContacts).map(({ body }) => body)).toEqual([named, named]);
  expect(server.calls(register)).toHaveLength(2);
  expect(server.calls(register).at(-1)?.body).toMatchObject({
    email: 'hauwa@example.com',
    firstName: 'Hauwa',
    state: 'Kaduna',
  });
});

describe('opened again without a network', () => {
  const officer = aUser({ role: 'booking officer', zone: 'Zaria' });
  const pill = () => within(screen.getByRole('banner')).getAllByRole('status')[0]?.textContent;
  afterEach(noteServerAnswered);

  test.each([
    [[], 'Offline'],
    [['GME-118PL'], '1 waiting'],
    [['KAD-200AA', 'ZAR-160QR'], '3 waiting'],
  ] as const)(
    'with %j more on the phone the first frame says so, and shows them',
    async (labels, said) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      for (const label of labels) {
        const made = { _id: label, kind: 'booking', body: {}, label, toldPrice: 2_000 } as const;
        await storeRecord(officer.id, newWaitingRecord(made, [], Date.now()), new Map());
      }
      // As on a device that keeps the product.
      await fetchWaitingRows();
      beginAt('/unpaid', tokenOf(officer), { person: officer });
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no network.')));
      await title('Unpaid Bookings');
      expect(pill()).toBe(said);
      const rows = screen.queryByRole('list', { name: 'bookings on this device' });
      for (const label of labels) expect(rows?.textContent).toContain(label);
    },
  );
});
