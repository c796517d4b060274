import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { vehicleTypes } from '#contract/booking-fields.ts';
import { readBooking } from '#contract/bookings.ts';
import {
  confiscationOptions,
  needLicenceOrRegistration,
  needOffence,
} from '#contract/new-bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import {
  bookingServer,
  fillIn,
  officer,
  openAgain,
  openForm,
  option,
  options,
  submitOf,
} from './support/booking-form.ts';
import {
  choose,
  described,
  dialog,
  field,
  fill,
  isClosed,
  labelled,
  offered,
  press,
  says,
} from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer, offences } from './support/records.ts';

const added = (form: HTMLElement) =>
  within(form)
    .findByRole('list', { name: 'Offences added' })
    .then((list) => within(list));

const sections = {
  'Booking Details': ['Zone', 'Team', 'Location', 'Offences'],
  'Driver Details': [
    'License number',
    'Name',
    'Phone number',
    'Address',
    'Date of birth',
    'Gender',
    'Email',
    'Second phone',
    'Height',
  ],
  Vehicle: [
    'Vehicle type',
    'Colour',
    'Make',
    'Model',
    'Body',
    'Fuel type',
    'Year',
    'Origin',
    'Capacity',
    'PIN',
    'VIN',
  ],
  Confiscations: confiscationOptions,
  Extra: ['EO code', 'Beat code', 'Notes'],
};

test('78a: the form has the sections A to E, with every field of a booking, the plate before them', async () => {
  const { form } = await openForm({ role: 'booking officer' });
  await press('Email, second phone, height', form);
  await press(/^Body, fuel type, year/, form);
  const headings = within(form).getAllByRole('heading', { level: 3 });
  const names = Object.keys(sections);
  expect(headings.slice(0, names.length).map(({ textContent }) => textContent)).toEqual(names);
  for (const [place, [name, labels]] of Object.entries(sections).entries()) {
    const section = within(form).getByRole('region', { name });
    expect(section.querySelector('header')?.textContent).toContain('ABCDE'.charAt(place));
    for (const label of labels) {
      expect(within(section).getAllByLabelText(labelled(label)), label).not.toEqual([]);
    }
  }
  const vehicle = within(form).getByRole('region', { name: 'Vehicle' });
  expect(within(vehicle).getByText('Vehicle Registration')).toBeTruthy();
  const first = form.querySelector<HTMLInputElement>('form input');
  expect(first).toBe(field(form, 'Vehicle Registration'));
});

test('that there is no plate and no licence is chosen, and fills the fields with the words for it', async () => {
  const { form, server } = await openForm();
  fillIn(form);
  fill(form, 'License number', '');
  expect(isClosed(submitOf(form))).toBe(true);
  await press('No licence with the driver', form);
  expect(field(form, 'License number').value).toBe('NO LICENCE');
  await press('No plate on the vehicle', form);
  expect(field(form, 'Vehicle Registration').value).toBe('NO PLATE');
  fireEvent.click(submitOf(form));
  await waitFor(() =>
    expect(server.calls(createBooking)).toMatchObject([
      { body: { registration: 'NO PLATE', license: 'NO LICENCE' } },
    ]),
  );
});

test('what is typed into one line is left as it was typed', async () => {
  const { form } = await openForm();
  const fields = [
    'Name',
    'License number',
    'Vehicle Registration',
    'Make',
    'Colour',
    'Team',
    'EO code',
  ];
  for (const label of [...fields, 'Offences'])
    for (const input of within(form).queryAllByLabelText(labelled(label))) {
      expect(input.getAttribute('autocorrect'), label).toBe('off');
      expect(input.getAttribute('spellcheck'), label).toBe('false');
    }
  expect(field(form, 'Name').getAttribute('autocapitalize')).toBe('words');
  expect(field(form, 'Vehicle Registration').getAttribute('autocapitalize')).toBe('characters');
});

test('an offence that nothing matches offers the nearest, which Enter alone doesn’t add', async () => {
  const { form } = await openForm();
  const search = within(form).getByRole('combobox', { name: 'Offences' });
  fireEvent.change(search, { target: { value: 'beltz trafic zzz' } });
  await within(form).findByText(/No offence matches .*These are the closest/);
  const nearest = within(form).getByRole('listbox', { name: 'Closest offences' });
  expect(within(nearest).getAllByRole('option').length).toBeGreaterThan(0);
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(within(form).queryByRole('list', { name: 'Offences added' })).toBeNull();
});

test('306, 307: the types of vehicle and the confiscations are offered word for word', async () => {
  const { form } = await openForm();
  const section = within(form).getByRole('region', { name: 'Confiscations' });
  const boxes = within(section).getAllByRole<HTMLInputElement>('checkbox');
  const names = boxes.map(({ labels }) => labels?.[0]?.textContent);
  expect(names).toEqual([...confiscationOptions]);
  expect(await offered(form, 'Vehicle type')).toEqual([...vehicleTypes]);
});

describe('the picker', () => {
  test('78b, 217a: offers every offence of the catalogue and nothing else', async () => {
    const { form } = await openForm();
    const texts = options(form).map(({ textContent }) => textContent);
    expect(texts).toHaveLength(offences.length);
    for (const [place, { id, name, penalty }] of offences.entries()) {
      for (const part of [id, name, penalty]) expect(texts[place]).toContain(part);
    }
    const search = within(form).getByRole('combobox', { name: 'Offences' });
    fireEvent.change(search, { target: { value: 'An offence of my own' } });
    await waitFor(() => expect(options(form)).toEqual([]));
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(within(form).getByText(needOffence)).toBeTruthy();
  });

  test('78c, 217b: shows penalty and amount of a chosen offence as text that can’t be edited', async () => {
    const { form } = await openForm();
    fireEvent.click(option(form, /LGC-16/));
    const line = (await added(form)).getByRole('listitem');
    expect(line.textContent).toContain('₦2,000');
    expect(line.textContent).toContain('Strapping seat belt');
    expect(line.querySelector('input, textarea, select, [contenteditable]')).toBeNull();
    expect(form.querySelector('[contenteditable]')).toBeNull();
    const controls = form.querySelectorAll<HTMLInputElement>('input, textarea, select');
    for (const { value } of controls) expect(value).not.toMatch(/2,?000|Strapping/);
  });

  test('133, 278a: shows the revenue head beside the payment code that was sought, and sends it along', async () => {
    const { form, server } = await openForm();
    const sent = vi.spyOn(globalThis, 'fetch');
    const search = within(form).getByRole('combobox', { name: 'Offences' });
    fireEvent.change(search, { target: { value: '12020516' } });
    await waitFor(() => expect(options(form)).toHaveLength(1));
    const shown = 'Payment code 12020516, revenue head 100000516';
    await waitFor(() => expect(option(form, /LGC-16/).textContent).toContain(shown));
    fillIn(form);
    fireEvent.click(submitOf(form));
    await waitFor(() => expect(server.calls(createBooking)).toHaveLength(1));
    const bodies = sent.mock.calls.map(([, request]) => request?.body);
    expect(bodies.map(String).join()).toMatch(
      /"offence":\[{"id":"LGC-16",[^}]*"mdasId":100000516}\]/,
    );
  });
});

test('215a to 215c, 216a, 216b: Submit opens once licence or registration, phone, address, name and an offence are there', async () => {
  const { form } = await openForm();
  const submit = submitOf(form);
  const isOpen = (open: boolean) => waitFor(() => expect(isClosed(submit)).toBe(!open));
  expect(described(submit)).toContain(needOffence);
  expect(described(submit)).toContain(needLicenceOrRegistration);

  fireEvent.click(option(form, /TMS-01/));
  await waitFor(() => expect(within(form).queryByText(needOffence)).toBeNull());
  fill(form, 'Name', 'Danjuma Audu');
  fill(form, 'Phone number', '0900 555 0142');
  fill(form, 'Address', '14 Benin Street');
  await isOpen(false);
  fill(form, 'License number', 'KAD48271AA12');
  await isOpen(true);
  expect(described(submit)).toBe('');
  fill(form, 'License number', '');
  await isOpen(false);
  fill(form, 'Vehicle Registration', 'ABJ-905RT');
  await isOpen(true);

  for (const label of ['Name', 'Phone number', 'Address']) {
    const typed = field(form, label).value;
    fill(form, label, ' ');
    await isOpen(false);
    fill(form, label, typed);
    await isOpen(true);
  }
  await press('Remove TMS-01', form);
  await isOpen(false);
  expect(described(submit)).toContain(needOffence);
});

test('a field that can’t be right is named, leads to its place, and nothing is sent', async () => {
  const { form, server } = await openForm();
  fillIn(form);
  fill(form, 'Phone number', 'none');
  fireEvent.click(submitOf(form));
  const summary = await within(form).findByRole('group', { name: 'Check these fields' });
  expect(document.activeElement).toBe(summary);
  fireEvent.click(within(summary).getByRole('link', { name: /Enter a phone number/ }));
  expect(document.activeElement).toBe(field(form, 'Phone number'));
  expect(described(field(form, 'Phone number'))).toContain('Enter a phone number');
  expect(server.calls(createBooking)).toEqual([]);
});

test('198c, 287b: what the server can’t store shows its sentence, is kept as typed, and can be sent again', async () => {
  const { form, server, address } = await openForm();
  const error = 'Something went wrong on the server. Try again in a moment.';
  server.answer(createBooking, () => ({ status: 500, error }));
  fillIn(form);
  fill(form, 'Vehicle Registration', 'GME-118PL');
  fireEvent.click(submitOf(form));
  await says(error);
  expect(within(form).getByRole('group', { name: 'The booking was not added' })).toBeTruthy();
  expect(field(form, 'Vehicle Registration').value).toBe('GME-118PL');
  bookingServer(server);
  await press('Submit', form);
  await says('Booking added');
  await waitFor(() => expect(address()).toBe('/unpaid'));
  const [first, again] = server.calls(createBooking).map(({ body }) => body._id);
  expect(again).toBe(first);
});

test('Escape asks what becomes of typed words, and only then', async () => {
  const { form, user } = await openForm();
  fill(form, 'Name', 'Danjuma Audu');
  await user.keyboard('{Escape}');
  const question = await dialog('Close the form?');
  expect(question.textContent).toContain(
    'Hanya will keep what you typed on this device as a draft',
  );
  await press('Keep editing', question);
  await waitFor(() => expect(question.isConnected).toBe(false));
  expect(field(form, 'Name').value).toBe('Danjuma Audu');

  await user.keyboard('{Escape}');
  await press('Save draft', await dialog('Close the form?'));
  await says('Saved as a draft');
  await waitFor(() => expect(form.isConnected).toBe(false));
  const next = await openAgain();
  await press(/^Continue the draft/, next);
  await waitFor(() => expect(field(next, 'Name').value).toBe('Danjuma Audu'));

  await user.keyboard('{Escape}');
  await press('Discard', await dialog('Close the form?'));
  await says('Draft discarded');
  await waitFor(() => expect(next.isConnected).toBe(false));
  const last = await openAgain();
  expect(field(last, 'Name').value).toBe('');
  expect(within(last).queryByRole('region', { name: 'Drafts' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(last.isConnected).toBe(false));
});

test('zone, team and beat of the last booking stand in the next form, and can be changed', async () => {
  const { form } = await openForm({ role: 'booking officer', zone: null });
  await choose(form, 'Zone', 'Zaria');
  fill(form, 'Team', 'Team 4');
  fill(form, 'Beat code', 'ZR-12');
  fillIn(form);
  fireEvent.click(submitOf(form));
  await says('Booking added');
  await waitFor(() => expect(form.isConnected).toBe(false));

  const next = await openAgain();
  await waitFor(() => expect(field(next, 'Zone').value).toBe('Zaria'));
  expect(field(next, 'Team').value).toBe('Team 4');
  expect(field(next, 'Beat code').value).toBe('ZR-12');
  expect(field(next, 'Name').value).toBe('');
  fill(next, 'Team', 'Team 5');
  expect(field(next, 'Team').value).toBe('Team 5');
});

test('the groups of offences are one stop of Tab, and arrows move between them', async () => {
  const { user } = openApp('/unpaid', officer, bookingServer);
  const form = await openAgain();
  const groups = await within(form).findByRole('toolbar', { name: 'Groups of offences' });
  const pills = within(groups).getAllByRole('button');
  expect(pills.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  pills[0]?.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement).toBe(pills[1]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(pills[1]?.tabIndex).toBe(0));
  expect(pills[0]?.tabIndex).toBe(-1);
});

test.each([
  ['state admin' as const, true],
  [officer, false],
])('an open booking shows payment codes to whoever reconciles: %s', async (role, shows) => {
  const belt = {
    id: 'LGC-16',
    name: 'Driving without strapped seat belt (driver)',
    penalty: 'Strapping seat belt',
    amount: 2_000,
    code: '12020516',
    mdasId: 100_000_516,
  };
  const booking = aBooking({ offence: [belt] });
  openApp(`/unpaid?open=${booking._id}`, role, (server) => {
    bookingServer(server);
    server.answer(readBooking, () => anAnswer(booking));
  });
  const fines = await screen.findByRole('table', { name: 'Fines' });
  const code = 'Payment code 12020516, revenue head 100000516';
  expect(fines.textContent.includes(code)).toBe(shows);
});
