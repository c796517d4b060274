import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { each } from '#contract/booking-fields.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import {
  type Dossier,
  driverFactNames,
  type Known,
  readDossier,
  readKnown,
} from '#contract/dossiers.ts';
import { answersNothing } from './support/answers.ts';
import { headerLink } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList, anAnswer } from './support/records.ts';

const nothing = {
  open: { count: 0, sum: 0 },
  paid: { count: 0, sum: 0 },
  collisions: 0,
  firstSeen: null,
  lastSeen: null,
  vehicle: null,
  driver: null,
};
const nobody: Known = { ...nothing, lately: [] };
const someone: Known = {
  ...nobody,
  paid: { count: 1, sum: 12_000 },
  firstSeen: '2026-11-20T10:00:00.000Z',
  lastSeen: '2026-11-20T10:00:00.000Z',
  driver: {
    ...each(driverFactNames, ''),
    license: 'LIC 88 KN',
    name: 'Hauwa Lawal',
    phoneNo: '0905 555 0188',
    address: '2 Ali Akilu Road',
  },
};

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
async function type(name: string, value: string): Promise<void> {
  const input = await field(name);
  input.focus();
  fireEvent.change(input, { target: { value } });
}

test(
  'a licence and a phone number are known as well, and one that is not says nothing',
  { tags: 'night' },
  async () => {
    const { server, user } = openApp('/profile', 'booking officer', (given) => {
      answersNothing(given);
      given.answer(readKnown, ({ query: { value } }) =>
        anAnswer(value.startsWith('NOBODY') ? nobody : someone),
      );
    });
    await user.click(await headerLink('Booking'));
    await type('License number', 'NOBODY 123');
    await waitFor(() => expect(server.calls(readKnown)).toHaveLength(1));
    expect(screen.queryByRole('group', { name: 'Known licence' })).toBeNull();

    await type('License number', 'lic88kn');
    const licence = await screen.findByRole('group', { name: 'Known licence' });
    expect(licence.textContent).toContain('Hauwa Lawal');
    await type('Phone number', '+234 905 555 0188');
    const phone = await screen.findByRole('group', { name: 'Known phone number' });
    await user.click(within(phone).getByRole('button', { name: 'Same driver' }));
    expect((await field('Name')).value).toBe('Hauwa Lawal');
    expect((await field('License number')).value).toBe('lic88kn');
  },
);

test('the plate is typed once, above the sections: it brings its driver, and section C leads back to it', async () => {
  const { user } = openApp('/profile', 'booking officer', (given) => {
    answersNothing(given);
    given.answer(readKnown, () => anAnswer(someone));
  });
  await user.click(await headerLink('Booking'));
  await type('Vehicle Registration', 'KPD-415XA');
  const section = within(screen.getByRole('region', { name: 'Vehicle' }));
  expect(section.getByText('KPD-415XA')).toBeTruthy();
  const note = await screen.findByRole('group', { name: 'Known vehicle' });
  await user.click(within(note).getByRole('button', { name: 'Same driver' }));
  expect((await field('Name')).value).toBe('Hauwa Lawal');
  await user.click(section.getByRole('button', { name: 'Change' }));
  expect(document.activeElement).toBe(await field('Vehicle Registration'));
});

test('a likely duplicate is told with when it was made, and with its arrival where that differs', async () => {
  const { _id, createdBy, price, registration } = aBooking();
  const other = {
    _id,
    createdAt: '2026-11-20T17:52:00.000Z',
    captured: { madeAt: '2026-11-20T13:32:00.000Z' },
    createdBy,
    price,
    registration,
    paid: false,
    completed: false,
    withdrawn: false,
    decided: false,
    zone: 'Zaria',
    location: 'Kwangila',
    name: 'Hauwa Lawal',
    license: 'LIC 88 KN',
    phoneNo: '0905 555 0188',
    offence: [{ id: 'TMS-02', name: 'Disobeying the traffic light' }],
  };
  const maker = { role: 'booking officer', id: createdBy.id } as const;
  const { user } = openApp('/profile', maker, (given) => {
    answersNothing(given);
    given.answer(readKnown, () => anAnswer({ ...someone, lately: [other] }));
  });
  await user.click(await headerLink('Booking'));
  await type('Vehicle Registration', registration);
  const note = await screen.findByRole('group', { name: 'Known vehicle' });
  expect(note.textContent).toMatch(/ at 14:32, .+, arrived 18:52, in Kwangila, Zaria for TMS-02\./);
});

test('without an answer about a plate the form works on in silence', async () => {
  const { server, user } = openApp('/profile', 'booking officer', (given) => {
    answersNothing(given);
    given.answer(readKnown, () => ({ status: 500, error: 'The server made a mistake.' }));
  });
  await user.click(await headerLink('Booking'));
  await type('Vehicle Registration', 'KNW-500AA');
  await waitFor(() => expect(server.calls(readKnown)).toHaveLength(1));
  expect(screen.queryByRole('group', { name: 'Known vehicle' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

const neverSeen: Dossier = {
  of: 'plate',
  value: 'zzz-999zz',
  ...nothing,
  bookings: [],
  crashes: [],
  related: [],
};

test('a dossier tells apart what was never seen, and what could not be loaded', async () => {
  let broken = true;
  const { user } = openApp('/dossier?of=plate&value=zzz-999zz', 'operator', (server) => {
    answersNothing(server);
    server.answer(readDossier, () =>
      broken ? { status: 500, error: 'The server made a mistake.' } : anAnswer(neverSeen),
    );
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The server made a mistake.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy();
});

test('an address that names no plate, licence or phone is told apart without asking', async () => {
  const { server } = openApp('/dossier?of=name&value=Musa', 'operator', answersNothing);
  expect(
    await screen.findByRole('heading', { name: 'There is no dossier at this address' }),
  ).toBeTruthy();
  expect(server.calls(readDossier)).toEqual([]);
});

test('a dossier tells an operator that it counts unpaid bookings, and leads to these alone', async () => {
  const { _id, createdAt, createdBy, price, registration } = aBooking();
  const row = {
    _id,
    createdAt: '2026-11-20T17:52:00.000Z',
    captured: { madeAt: '2026-11-20T13:32:00.000Z' },
    createdBy,
    price,
    registration,
    paid: false,
    completed: false,
    withdrawn: false,
    decided: false,
    offence: [],
    license: '',
    name: 'Musa Danladi',
    phoneNo: '',
    zone: 'Zaria',
    location: '',
  };
  openApp(`/dossier?of=plate&value=${registration}`, 'operator', (server) => {
    answersNothing(server);
    server.answer(readDossier, () =>
      anAnswer({
        ...neverSeen,
        value: registration,
        open: { count: 1, sum: price },
        firstSeen: createdAt,
        lastSeen: createdAt,
        bookings: [row],
      }),
    );
  });
  const main = within(await screen.findByRole('main'));
  expect((await main.findAllByText('1 unpaid booking', { exact: true }))[0]).toBeTruthy();
  expect(main.queryByText(/^\d+ bookings?$/)).toBeNull();
  expect(document.querySelectorAll('a[href^="/bookings"]')).toHaveLength(0);
  const history = within(screen.getByRole('list', { name: 'History' }));
  expect(history.getByRole('link').getAttribute('href')).toBe(`/unpaid?open=${_id}`);
  expect(history.getByText('14:32')).toBeTruthy();
  expect(history.getByText('arrived 18:52')).toBeTruthy();
});

test('of too many bookings, a dossier and the form say that they sum the newest', async () => {
  const many = {
    ...someone,
    open: { count: 40, sum: 480_000 },
    paid: { count: 960, sum: 9_000_000 },
    within: 1_000,
  };
  const { lately: _, ...summary } = many;
  const { user } = openApp('/dossier?of=phone&value=08035550900', 'booking officer', (server) => {
    answersNothing(server);
    server.answer(readDossier, () => anAnswer({ ...neverSeen, ...summary, of: 'phone' }));
    server.answer(readKnown, () => anAnswer(many));
  });
  const main = within(await screen.findByRole('main'));
  expect(await main.findByText('More than 1,000 bookings')).toBeTruthy();
  expect(main.getByText('40 open tickets of the newest 1,000')).toBeTruthy();
  expect(main.getByText('960 paid bookings of the newest 1,000')).toBeTruthy();
  expect(main.getByRole('link', { name: 'All bookings' })).toBeTruthy();
  expect(main.queryByText(/First seen/)).toBeNull();

  await user.click(await headerLink('Booking'));
  await type('Phone number', '0803 555 0900');
  const note = await screen.findByRole('group', { name: 'Known phone number' });
  expect(note.textContent).toContain('40 open tickets, ₦480,000 of the newest 1,000');
  expect(note.textContent).toContain('More than 1,000 bookings, last seen');
});

test.each([
  [1, 'This vehicle has 1 other unpaid booking'],
  [0, null],
])('a booking whose vehicle has %i others unpaid says: %s', async (others, sentence) => {
  const booking = aBooking();
  openApp(`/unpaid?open=${booking._id}`, 'booking officer', (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(listBookings, () => ({ ...aList(booking), sum: booking.price }));
    server.answer(readKnown, () =>
      anAnswer({ ...nobody, open: { count: 1 + others, sum: booking.price + others * 7_000 } }),
    );
  });
  const detail = within(await screen.findByRole('dialog', { name: /^Booking/ }));
  await detail.findByRole('table', { name: 'Fines' });
  if (sentence === null) {
    expect(detail.queryByText(/other unpaid booking/)).toBeNull();
    return;
  }
  const told = await detail.findByText(new RegExp(sentence));
  expect(told.textContent).toContain('₦7,000 to pay');
  const link = detail.getByRole('link', { name: 'Open dossier' });
  expect(link.getAttribute('href')).toBe('/dossier?of=plate&value=KTN-482AB');
});
