import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { each } from '#contract/booking-fields.ts';
import { type Known, readKnown, vehicleFactNames } from '#contract/dossiers.ts';
import { sayEnglish } from '#contract/language.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { sayIn } from '#contract/speaking.ts';
import type { User } from '#contract/users.ts';
import { speak } from '#web/device/language.ts';
import { settings } from '#web/device/settings.ts';
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
import { choose, dialog, field, fill, offered, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer, aPicture } from './support/records.ts';
import { everyTextIsSaid, offersHausa, speakBracketed } from './support/said.ts';

/** What stands on the forms in every language. */
const names = [
  'Kaduna',
  'Zaria',
  'Hq',
  'English',
  'Hausa',
  /\b[\w-]+\.(?:jpg|png|txt|mp4)\b/g,
  /crf[- ]310[- ]?sh/g,
];

const officerOfAll: Partial<User> = { role: 'booking officer', state: null, zone: null };

const known: Known = {
  open: { count: 2, sum: 24_000, overdue: 1 },
  paid: { count: 1, sum: 5_000 },
  collisions: 1,
  firstSeen: '2026-11-20T07:12:00.000Z',
  lastSeen: '2026-11-20T07:12:00.000Z',
  vehicle: {
    ...each(vehicleFactNames, ''),
    registration: 'KPD-415XA',
    make: 'Toyota',
    model: 'Hiace',
    color: 'White',
    vehicleType: 'Commercial',
  },
  driver: null,
  lately: [
    {
      _id: '01KAAAAAAA0000000000000001',
      createdAt: '2026-11-20T07:12:00.000Z',
      captured: { madeAt: '2026-11-20T05:12:00.000Z' },
      createdBy: { id: 'another', name: 'Sani Musa', role: 'booking officer' },
      paid: false,
      completed: false,
      withdrawn: false,
      decided: false,
      price: 12_000,
      registration: 'KPD-415XA',
      license: '',
      name: '',
      phoneNo: '',
      zone: 'Zaria',
      location: '',
      offence: [{ id: 'LGC-16', name: 'Driving without strapped seat belt (driver)' }],
    },
  ],
};

const language = 'Language the driver reads';

const vehicle = ['Toyota', 'Hiace', 'White'];

const typeInto = (form: HTMLElement, label: string, value: string) => {
  const input = field(form, label);
  input.focus();
  fireEvent.change(input, { target: { value } });
};

test('the booking form is said in another language at once, and keeps what was typed', async () => {
  const { form } = await openForm(officerOfAll, offersHausa);
  await choose(form, 'Organisation', 'Kaduna');
  await within(form).findByLabelText(language);
  expect(await offered(form, language)).toEqual(['English', 'Hausa']);
  await choose(form, language, 'Hausa');
  await press('Email, second phone, height', form);
  fillIn(form);
  fireEvent.click(option(form, /SCC-01/));
  fireEvent.click(option(form, /SCC-01/));
  await choose(form, 'Gender', 'Male');
  fill(form, 'Date of birth', '21 April 1990');
  await within(form).findByRole('heading', { name: 'Pictures and signature' });
  fireEvent.change(field(form, /^Add images/), { target: { files: [aPicture()] } });
  await within(form).findByRole('button', { name: /^Remove scene/ });
  expect(() => everyTextIsSaid(form, names)).toThrow();
  speakBracketed();
  expect(form.isConnected).toBe(true);
  everyTextIsSaid(form, names);
  const typed = (name: string) => document.querySelector<HTMLInputElement>(`#booking-${name}`);
  expect(typed('name')?.value).toBe('Danjuma Audu');
  expect(typed('license')?.value).toBe('KAD48271AA12');
  expect(typed('dob')?.value).toBe('21 April 1990');
  expect(typed('gender')?.value).toBe('⟦Male⟧');
  expect(within(form).getByRole('list', { name: '⟦Offences added⟧' }).textContent).toContain(
    '⟦⟨2⟩ days⟧',
  );
});

test('what is wrong with a booking is said in the language, wherever it stands', async () => {
  const { form, server } = await openForm(officerOfAll, (server) => {
    offersHausa(server);
    server.answer(readKnown, () => anAnswer(known));
  });
  await choose(form, 'Organisation', 'Kaduna');
  fillIn(form);
  typeInto(form, 'Vehicle Registration', 'KPD-415XA');
  const note = await screen.findByRole('group', { name: 'Known vehicle' });
  await press('Same vehicle', note);
  expect(note.textContent).toContain(
    'This may be a duplicate. Sani Musa booked KPD-415XA at 06:12',
  );
  speakBracketed();
  everyTextIsSaid(note, [...names, ...vehicle, 'Sani Musa']);
  act(() => speak(sayEnglish));
  await press('Use my position', form);
  fill(form, 'Phone number', 'none');
  fill(form, 'Date of birth', 'soon');
  await press(/^Body, fuel type, year/, form);
  fill(form, 'Year', '3014');
  fireEvent.change(within(form).getByRole('combobox', { name: 'Offences' }), {
    target: { value: 'beltz trafic zzz' },
  });
  await within(form).findByText(/No offence matches .*These are the closest/);
  await within(form).findByRole('heading', { name: 'Pictures and signature' });
  const noPicture = new File(['words'], 'notes.txt', { type: 'text/plain' });
  fireEvent.change(field(form, /^Add images/), { target: { files: [noPicture] } });
  await within(form).findByText(/^notes\.txt is not a picture/);
  fireEvent.click(submitOf(form));
  await within(form).findByRole('group', { name: 'Check these fields' });
  expect(server.calls(createBooking)).toEqual([]);
  speakBracketed();
  everyTextIsSaid(form, [...names, 'beltz trafic zzz', ...vehicle]);
});

test('what lies over the booking form is said in the language too', async () => {
  const { form, user } = await openForm();
  fillIn(form);
  await within(form).findByRole('heading', { name: 'Pictures and signature' });
  await press('Sign on this screen', form);
  const pad = await dialog('Driver’s signature');
  speakBracketed();
  everyTextIsSaid(pad, names);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(pad.isConnected).toBe(false));
  await user.keyboard('{Escape}');
  const question = await dialog('⟦Close the form?⟧');
  everyTextIsSaid(question, names);
  await press('⟦Save draft⟧', question);
  await says('⟦Saved as a draft⟧');
});

test('on a phone, the picker over the form is said in the language', async () => {
  window.innerWidth = 390;
  openApp('/insurance', officer, bookingServer);
  await press('Booking', await screen.findByRole('navigation', { name: 'New record' }));
  const form = await dialog('New Booking Form');
  await waitFor(() => expect(field(form, 'Offences').textContent).toBe('Search 3 offences'));
  fireEvent.click(field(form, 'Offences'));
  await within(form).findAllByRole('option');
  speakBracketed();
  everyTextIsSaid(form, names);
  fireEvent.change(within(form).getByRole('combobox'), { target: { value: '12020516' } });
  const seatBelt = await within(form).findByRole('option', { name: /⟦Payment code / });
  everyTextIsSaid(form, names);
  expect(seatBelt.textContent).toContain('⟦Driving without strapped seat belt (driver)⟧');
  expect(within(seatBelt).getByText('Driving without strapped seat belt (driver)').lang).toBe('en');
});

test('an offence is found by its name in the language, and by its English one', async () => {
  const { form } = await openForm();
  const sentences = { 'Disobeying traffic light': ['Ƙin bin fitilar hanya'] };
  const plural = 'nplurals=2; plural=(n != 1);';
  act(() => speak(sayIn({ language: 'ha', plural, isConfirmed: true, sentences })));
  for (const words of ['kin bin fitilar', 'traffic light']) {
    fireEvent.change(within(form).getByRole('combobox', { name: 'Offences' }), {
      target: { value: words },
    });
    await waitFor(() => expect(options(form)).toHaveLength(1));
    expect(options(form)[0]?.textContent).toContain(
      'Ƙin bin fitilar hanyaDisobeying traffic light',
    );
  }
});

test('who may not book, and who practises, is told so in the language', async () => {
  const { form } = await openForm({ role: 'observer' });
  speakBracketed();
  everyTextIsSaid(form, names);
  cleanup();
  settings().demo = true;
  onTestFinished(() => {
    settings().demo = false;
  });
  openApp('/guide', officer, bookingServer);
  await press('Practise a booking');
  const practice = await dialog('⟦Practice: New Booking Form⟧');
  await within(practice).findAllByRole('option');
  everyTextIsSaid(practice, names);
});

test('a draft that is offered is named in the language', async () => {
  const { form, user } = await openForm();
  fill(form, 'Name', 'Danjuma Audu');
  await user.keyboard('{Escape}');
  await press('Save draft', await dialog('Close the form?'));
  await waitFor(() => expect(form.isConnected).toBe(false));
  const next = await openAgain();
  await within(next).findByRole('region', { name: 'Drafts' });
  speakBracketed();
  everyTextIsSaid(next, [...names, 'Danjuma Audu']);
});

test('a booking that is stored, refused or added is told of in the language', async () => {
  const { form, server } = await openForm();
  fillIn(form);
  speakBracketed();
  const submit = within(form).getByRole('button', { name: '⟦Submit⟧' });
  server.answer(createBooking, () => ({
    status: 409,
    error: 'LGC-16 is not in the catalogue of offences.',
    fields: { offence: 'LGC-16 is not in the catalogue of offences.' },
  }));
  fireEvent.click(submit);
  await says('⟦⟨LGC-16⟩ is not in the catalogue of offences.⟧');
  everyTextIsSaid(form, names);
  server.answer(createBooking, () => anAnswer(aBooking()));
  fireEvent.click(submit);
  await says('⟦Booking added⟧');
});
