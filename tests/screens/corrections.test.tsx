import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  correctBooking,
  leaveMistake,
  listMistakes,
  type Mistake,
  reportMistake,
} from '#contract/booking-corrections.ts';
import { type Booking, readBooking } from '#contract/bookings.ts';
import {
  decideCorrection,
  listCorrections,
  type ProposedCorrection,
  proposeCorrection,
} from '#contract/corrections.ts';
import { listOffences } from '#contract/offences.ts';
import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { dialog, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';
import { offersHausa } from './support/said.ts';

const me = { id: 'oneself', name: 'Amina Bello', role: 'booking officer' } as const;
const mine = (changes: Partial<Booking> = {}) =>
  aBooking({
    registration: 'ABC-123XY',
    name: 'Ladi Audu',
    phoneNo: '0900 555 0142',
    address: '14 Benin Street',
    createdBy: me,
    createdAt: new Date().toISOString(),
    ...changes,
  });
const officer = { role: 'booking officer', id: me.id } as const;

function open(
  booking: Booking,
  as: Role | Partial<User>,
  prepare: (server: FakeServer) => void = () => undefined,
) {
  return openApp(`/unpaid?open=${booking._id}`, as, (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(listMistakes, () => anAnswer([]));
    prepare(server);
  });
}

const button = (name: string) => screen.queryByRole('button', { name });

test('its officer mends a wrong plate: Correct, the plate, Save', async () => {
  const booking = mine();
  const { server, user } = open(booking, officer, (server) => {
    server.answer(correctBooking, ({ body: { registration = '' } }) =>
      anAnswer({ ...booking, registration, version: 2, correctedAt: new Date().toISOString() }),
    );
  });
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const form = await dialog('Correct booking');
  const plate = within(form).getByRole('textbox', { name: 'Vehicle Registration' });
  expect(within(form).queryByRole('textbox', { name: 'Reason' })).toBeNull();
  await user.clear(plate);
  await user.type(plate, 'ABD-123XY');
  await press('Save correction', form);
  await says('Booking corrected.');
  expect(server.calls(correctBooking).map(({ body }) => body)).toEqual([
    { registration: 'ABD-123XY', version: 1, reason: '' },
  ]);
  expect(await screen.findByText(/^Corrected .*, version 2\.$/)).toBeTruthy();
});

test.each([
  ['shown', { shownVersion: 1 }],
  ['paid', { paid: true, paidAt: '2026-11-20T11:00:00.000Z' }],
  ['older than half an hour', { createdAt: '2026-11-20T10:00:00.000Z' }],
])('once it is %s its officer reports the mistake', async (_, changes) => {
  const booking = mine(changes);
  const { server, user } = open(booking, officer, (server) => {
    server.answer(reportMistake, ({ body }) => anAnswer(aMistake(booking, body.reason)));
  });
  await user.click(await screen.findByRole('button', { name: 'Report a mistake' }));
  expect(button('Correct')).toBeNull();
  const asking = await dialog('Report a mistake');
  await user.type(within(asking).getByRole('textbox', { name: 'Reason' }), 'It is ABD.');
  await press('Report a mistake', asking);
  await says('You have reported the mistake.');
  expect(server.calls(reportMistake)[0]?.body).toEqual({ reason: 'It is ABD.' });
});

test('the language that the driver reads is chosen among those offered, and shown by its name', async () => {
  const booking = mine({ language: 'ha' });
  const { server, user } = open(booking, officer, (server) => {
    offersHausa(server);
    server.answer(correctBooking, () => anAnswer({ ...booking, language: '', version: 2 }));
  });
  const facts = await screen.findByText('Language the driver reads');
  await waitFor(() => expect(facts.parentElement?.textContent).toContain('Hausa'));
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const form = await dialog('Correct booking');
  const language = await within(form).findByRole<HTMLSelectElement>('combobox', {
    name: 'Language the driver reads',
  });
  expect(language.selectedOptions[0]?.textContent).toBe('Hausa');
  await user.selectOptions(language, 'English');
  await press('Save correction', form);
  await waitFor(() =>
    expect(server.calls(correctBooking).map(({ body }) => body)).toEqual([
      { language: '', version: 1, reason: '' },
    ]),
  );
});

test('where only English is offered, no language is asked for', async () => {
  const { user } = open(mine(), officer);
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const form = await dialog('Correct booking');
  expect(within(form).queryByLabelText('Language the driver reads')).toBeNull();
  expect(form.textContent).not.toContain('anguage');
});

const aMistake = ({ _id }: Booking, reason: string): Mistake => ({
  id: 'M1',
  booking: _id,
  reason,
  by: me,
  at: '2026-11-20T11:00:00.000Z',
  outcome: null,
  answer: '',
  decidedBy: null,
  decidedAt: null,
});

test('a zonal head reads what is reported, corrects it with a reason, or leaves it with an answer', async () => {
  const booking = mine({ shownVersion: 1 });
  const { server, user } = open(booking, 'zonal head', (server) => {
    server.answer(listMistakes, () => anAnswer([aMistake(booking, 'It is ABD.')]));
    server.answer(leaveMistake, () => anAnswer(aMistake(booking, 'It is ABD.')));
  });
  expect(await screen.findByText(/It is ABD\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Leave the booking as it is' }));
  const asking = await dialog('Leave the booking as it is?');
  await user.type(within(asking).getByRole('textbox', { name: 'Answer' }), 'The plate is right.');
  await press('Leave the booking as it is', asking);
  await waitFor(() =>
    expect(server.calls(leaveMistake)[0]?.body).toEqual({ answer: 'The plate is right.' }),
  );
  await user.click(screen.getByRole('button', { name: 'Correct' }));
  const form = await dialog('Correct booking');
  await user.type(within(form).getByRole('textbox', { name: /^Notes/ }), 'x');
  const save = within(form).getByRole('button', { name: 'Save correction' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(within(form).getByText('Enter a reason first.')).toBeTruthy();
});

const waiting: ProposedCorrection = {
  id: 'proposal',
  booking: 'booking',
  organisation: 'Kaduna',
  zone: 'Zaria',
  state: 'waiting',
  before: { name: 'Ladi Audu' },
  after: { name: 'Ladi Adamu' },
  reason: 'The licence says so.',
  by: { id: 'head', name: 'Hauwa Sani', role: 'zonal head' },
  at: '2026-11-20T11:00:00.000Z',
  decided: null,
};
const paid = { paid: true, paidAt: '2026-11-20T11:00:00.000Z' } as const;

test('of a paid ticket a superior proposes the correction', async () => {
  const { server, user } = open(mine(paid), 'zonal head', (server) => {
    server.answer(listCorrections, () => anAnswer([]));
    server.answer(proposeCorrection, () => anAnswer(waiting));
  });
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const form = await dialog('Correct booking');
  expect(within(form).getByText(/Another zonal head or state admin must confirm/)).toBeTruthy();
  const name = within(form).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Ladi Adamu');
  await user.type(within(form).getByRole('textbox', { name: /^Reason/ }), 'The licence says so.');
  await press('Propose correction', form);
  await says('A second person must now confirm the correction.');
  expect(server.calls(proposeCorrection).map(({ body }) => body)).toEqual([
    { name: 'Ladi Adamu', version: 1, reason: 'The licence says so.' },
  ]);
});

test('where two are needed only by what the server knows, the form stays and says so', async () => {
  const { user } = open(mine(), 'zonal head', (server) => {
    server.answer(listCorrections, () => anAnswer([]));
    server.answer(correctBooking, () => ({
      status: 409,
      code: 'by_two',
      error: 'Two people correct it.',
    }));
  });
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const form = await dialog('Correct booking');
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), ' Bala');
  await user.type(within(form).getByRole('textbox', { name: /^Reason/ }), 'The licence says so.');
  await press('Save correction', form);
  expect(await within(form).findByRole('button', { name: 'Propose correction' })).toBeTruthy();
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
    'Ladi Audu Bala',
  );
});

test('a correction of the driver’s language names both languages', async () => {
  open(mine(paid), 'state admin', (server) => {
    offersHausa(server);
    const languages = { before: { language: '' }, after: { language: 'ha' } };
    server.answer(listCorrections, () => anAnswer([{ ...waiting, ...languages }]));
  });
  expect(await screen.findByText(/“English” becomes “Hausa”/)).toBeTruthy();
});

test('a correction that waits is confirmed by another, who sees what changes', async () => {
  const { server, user } = open(mine(paid), 'state admin', (server) => {
    server.answer(listCorrections, () => anAnswer([waiting]));
    server.answer(decideCorrection, () => anAnswer({ ...waiting, state: 'confirmed' as const }));
  });
  expect(await screen.findByText(/“Ladi Audu” becomes “Ladi Adamu”\. The licence/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /^Confirm: “Ladi Audu”/ }));
  await waitFor(() =>
    expect(server.calls(decideCorrection)[0]?.body).toMatchObject({ agrees: true }),
  );
});

test('after a withdrawal the form opens with everything filled in, and says what it replaces', async () => {
  const by = { id: 'superior', name: 'Hauwa Sani', role: 'zonal head' } as const;
  const booking = mine({
    withdrawal: { reason: 'Wrong plate.', by, at: '2026-11-20T11:00:00.000Z' },
  });
  const { user } = open(booking, officer, (server) => {
    server.answer(listOffences, () => anAnswer([]));
  });
  await user.click(await screen.findByRole('button', { name: 'Book again' }));
  const form = within(await dialog('New Booking Form'));
  const value = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name }).value;
  await waitFor(() => expect(value('Vehicle Registration')).toBe('ABC-123XY'));
  expect(value('Name')).toBe('Ladi Audu');
});
