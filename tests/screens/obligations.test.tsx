import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import {
  endObligation,
  obligationRegister,
  type Obligation,
  reopenObligation,
} from '#contract/modules/after-ticket/obligations.ts';
import { answersNothing } from './support/answers.ts';
import { dialog, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';
import { amina, pageOf } from './support/rows.ts';

const issuer = { id: 'U-ISSUER', name: 'Musa Sule', role: 'booking officer' } as const;
const obligation: Obligation = {
  id: '01KAQ0000000000000000000AA-1',
  booking: '01KAQ0000000000000000000AA',
  place: 1,
  kind: 'repairs',
  words: 'Effect repairs',
  offence: 'VDF-01',
  plate: 'KTN-482AB',
  organisation: 'Kaduna',
  zone: 'Zaria',
  issuedBy: issuer,
  dueDay: '2026-12-14',
  state: 'open',
  reason: '',
  by: null,
  at: null,
  waivedBy: null,
  waivedAt: null,
};
const opened = (one: Obligation, who: Parameters<typeof openApp>[1]) =>
  openApp(`/obligations?state=${one.state}&open=${one.id}`, who, (server) => {
    server.answer(obligationRegister.list, ({ query }) => pageOf([one], query));
    server.answer(endObligation, () => anAnswer({ ...one, state: 'done' as const }));
    server.answer(reopenObligation, () => anAnswer({ ...one, state: 'open' as const }));
  });
const buttons = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => /done|waive|confirm/i.test(text));

test('whoever issued the ticket may ask for a waiver, and reads why another person says that it is done', async () => {
  opened(obligation, { ...issuer, _id: issuer.id });
  const shown = await dialog('Repairs');
  await within(shown).findByText(
    'You issued this ticket, so another person must mark this obligation as done.',
  );
  expect(buttons(shown)).toEqual(['Ask for a waiver']);
});

test('another officer says that it is done', async () => {
  const { server } = opened(obligation, 'booking officer');
  const shown = await dialog('Repairs');
  await waitFor(() => expect(buttons(shown)).toEqual(['Mark as done', 'Ask for a waiver']));
  await press('Mark as done: Effect repairs', shown);
  const asked = await dialog('Mark this obligation as done?');
  fill(asked, 'What you saw', 'New lamps.');
  await press('Mark as done', asked);
  await says('Marked as done');
  expect(server.calls(endObligation)[0]?.body).toMatchObject({ how: 'done', reason: 'New lamps.' });
});

test('a penalty stands once in the popup of its booking, with its state and steps', async () => {
  const penalty = 'Impounding vehicle; Effect repairs';
  const fine = {
    id: 'VDF-03',
    name: 'Broken lamps',
    penalty,
    amount: 5_000,
    code: '',
    mdasId: null,
  };
  const booking = aBooking({ _id: obligation.booking, offence: [fine] });
  const impounding = {
    ...obligation,
    id: `${booking._id}-1`,
    place: 1,
    words: 'Impounding vehicle',
  };
  const repairs = { ...obligation, id: `${booking._id}-2`, place: 2 };
  const { server } = openApp(`/bookings?open=${booking._id}`, 'booking officer', (fake) => {
    answersNothing(fake);
    fake.answer(readBooking, () => anAnswer(booking));
    fake.answer(obligationRegister.list, ({ query }) => pageOf([impounding, repairs], query));
  });
  const table = await screen.findByRole('table', { name: 'Fines' });
  await within(table).findByRole('button', { name: 'Mark as done: Effect repairs' });
  expect(within(table).getAllByText('Open, due 2026-12-14')).toHaveLength(2);
  expect(screen.getAllByText('Impounding vehicle')).toHaveLength(1);
  expect(server.calls(obligationRegister.list)).toHaveLength(1);
});

test('a superior opens again what another noted as done, and an officer does not', async () => {
  const done = { ...obligation, state: 'done', by: amina, reason: 'New lamps.' } as const;
  const { server } = opened(done, 'zonal head');
  const shown = await dialog('Repairs');
  await press('Mark as not done: Effect repairs', shown);
  const asked = await dialog('Mark this obligation as not done?');
  fill(asked, 'Reason', 'It was another vehicle.');
  await press('Mark as not done', asked);
  await says('Obligation reopened');
  expect(server.calls(reopenObligation)[0]).toMatchObject({
    params: { id: done.booking },
    body: { place: 1, reason: 'It was another vehicle.' },
  });
});

test('nobody undoes what they noted themselves, and an issuer confirms no waiver', async () => {
  const me = { ...amina, role: 'state admin' } as const;
  opened({ ...obligation, state: 'done', by: me }, { ...me, _id: me.id });
  const shown = await dialog('Repairs');
  await within(shown).findByText(/KTN-482AB/);
  expect(buttons(shown)).toEqual([]);
});

test('a waiver of a ticket of one’s own waits for another superior', async () => {
  const me = { ...amina, role: 'state admin' } as const;
  opened({ ...obligation, state: 'waiver asked', issuedBy: me }, { ...me, _id: me.id });
  expect(await screen.findByText('Another person must confirm the waiver.')).toBeTruthy();
});

test('a waived obligation says who confirmed the waiver, and when', async () => {
  opened(
    {
      ...obligation,
      state: 'waived',
      reason: 'A court said so.',
      by: issuer,
      at: '2026-11-20T10:00:00.000Z',
      waivedBy: amina,
      waivedAt: '2026-11-21T09:30:00.000Z',
    },
    'state admin',
  );
  const shown = await dialog('Repairs');
  await within(shown).findByText(/Waived by Amina \w+, 2026-11-21 10:30\./);
});
