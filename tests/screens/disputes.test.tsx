import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type BookingPicture, listPictures } from '#contract/booking-pictures.ts';
import { readBooking } from '#contract/bookings.ts';
import { readHistory } from '#contract/history.ts';
import {
  answerDispute,
  countDisputes,
  decideUpholding,
  type Dispute,
  disputeRegister,
  proposeUpholding,
  readDispute,
} from '#contract/modules/after-ticket/disputes.ts';
import { dialog, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking } from './support/records.ts';
import { pageOf } from './support/rows.ts';

const id = '01KB0000000000000000000001';
const person = {
  id: '01KB0000000000000000000002',
  name: 'Sani Bello',
  role: 'booking officer',
} as const;
const officer = { role: 'booking officer' as const };
const dutied = { ...officer, duties: ['dispute officer' as const] };
const dispute: Dispute = {
  id,
  state: 'open',
  ground: 'sign',
  words: 'The sign lay in the grass.',
  phone: '',
  plate: 'KAD 123 AA',
  organisation: 'Kaduna',
  zone: 'Zaria',
  price: 5000,
  officer: person,
  receivedAt: '2026-11-02T09:00:00.000Z',
  answerDue: '2026-11-20',
  dueDay: '2026-11-30',
  answer: '',
  answeredBy: null,
  answeredAt: null,
  confirmedBy: null,
  upholding: null,
  fromStaff: false,
  pictures: ['/files/1'],
  documents: [{ name: 'receipt <1>.pdf', bytes: 120_000, address: '/files/2' }],
};

const ticket = aBooking({
  _id: id,
  registration: dispute.plate,
  offence: [
    {
      id: 'TMS-01',
      name: 'Red light',
      amount: 5_000,
      code: '1',
      mdasId: 2,
      penalty: 'Driver training',
    },
  ],
  laws: ['Kaduna State Traffic Law, section 12'],
});
const taken: BookingPicture = {
  id: '01KB0000000000000000000003',
  shows: 'scene',
  taken: null,
  sentAt: dispute.receivedAt,
  sentBy: null,
  sha256: 'ab'.repeat(32),
  address: '/files/scene',
};

const opened = (path: string, who: Parameters<typeof openApp>[1], more: Partial<Dispute> = {}) =>
  openApp(path, who, (server) => {
    server.answer(disputeRegister.list, ({ query }) => pageOf([{ ...dispute, ...more }], query));
    server.answer(readDispute, () => ({ success: true as const, data: { ...dispute, ...more } }));
    server.answer(readBooking, () => ({ success: true as const, data: ticket }));
    server.answer(listPictures, () => ({ success: true as const, data: [taken] }));
    server.answer(readHistory, ({ query }) => pageOf([], query));
    server.answer(decideUpholding, () => ({ success: true as const, data: dispute }));
    server.answer(countDisputes, () => ({
      success: true as const,
      data: {
        states: { late: 0, open: 1, upheld: 1, rejected: 3, paid: 0, withdrawn: 0 },
        tickets: 1000,
        medianDays: 4.5,
      },
    }));
    server.answer(answerDispute, () => ({
      status: 409,
      error: 'You issued this ticket, so another objections officer must answer it.',
    }));
  });

test('the list says how many object, how many were right, and how fast they were answered', async () => {
  opened('/disputes', 'observer');
  expect(
    await screen.findByText(
      '5 objections, 5.0 in 1,000 tickets, 25 % of answers upheld, half answered within 4.5 days.',
    ),
  ).toBeTruthy();
  expect((await screen.findAllByText(/The sign lay in the grass/)).length).toBeGreaterThan(0);
});

test('the answer is decided beside the offences, their law, the pictures and the history of the ticket', async () => {
  opened(`/disputes?open=${id}`, 'state admin');
  const fines = await screen.findByRole('table', { name: 'Fines' });
  expect(fines.textContent).toContain('Kaduna State Traffic Law, section 12');
  expect(fines.textContent).toContain('₦5,000');
  expect((await screen.findByRole('link', { name: 'Picture 1' })).getAttribute('href')).toBe(
    '/files/scene',
  );
  expect(screen.getByRole('button', { name: 'History' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'What the driver says' }).textContent).toContain(
    dispute.words,
  );
  expect(screen.getByRole('heading', { name: 'Your answer' })).toBeTruthy();
});

const answered = {
  state: 'rejected',
  answer: 'It stands there since May.',
  answeredBy: person,
  answeredAt: dispute.receivedAt,
} as const;

test.each([
  ['who gave it', 'Your answer', { ...dutied, id: person.id }],
  ['everybody else', 'Answer to the driver', 'observer'],
] as [string, string, Parameters<typeof openApp>[1]][])(
  'for %s, an answer stands under the name %s',
  async (_who, name, who) => {
    opened(`/disputes?open=${id}`, who, answered);
    const answer = await screen.findByRole('region', { name });
    expect(answer.textContent).toContain('It stands there since May.');
  },
);

test('an objection that two people upheld says who confirmed the answer, and when', async () => {
  opened(`/disputes?open=${id}`, 'observer', {
    ...answered,
    state: 'upheld',
    confirmedBy: { id: 'U8', name: 'Musa Sule', role: 'state admin' },
  });
  expect((await screen.findByText('Confirmed by')).parentElement?.textContent).toContain(
    'Musa Sule, 2026-11-02 10:00',
  );
});

test('a dispute officer answers with a reason, and is told where they may not', async () => {
  const { server, user } = opened(`/disputes?open=${id}`, 'state admin');
  const form = within(await screen.findByRole('form', { name: 'Answer' }));
  await user.type(form.getByLabelText('Answer and reason'), 'It stands there since May.');
  await user.click(form.getByRole('button', { name: 'Reject the objection' }));
  const asked = await dialog('Reject the objection to KAD-123AA?');
  expect(asked.textContent).toContain('This cannot be undone.');
  await press('Reject the objection', asked);
  await waitFor(() => expect(form.getByText(/^You issued this ticket/)).toBeTruthy());
  expect(server.calls(answerDispute).map(({ body }) => body)).toEqual([
    { upheld: false, answer: 'It stands there since May.' },
  ]);
});

test('each answer asks before it is given, neither is the led one, and none goes without a reason', async () => {
  const { server, user } = opened(`/disputes?open=${id}`, 'state admin');
  const form = await screen.findByRole('form', { name: 'Answer' });
  const answers = ['Reject the objection', 'Uphold the objection and withdraw the ticket'].map(
    (name) => within(form).getByRole('button', { name }),
  );
  const looks = answers.map(({ className }) => className);
  expect(new Set(looks).size).toBe(1);
  await press('Reject the objection', form);
  await within(form).findByText('Enter an answer and a reason.');
  await user.type(within(form).getByLabelText('Answer and reason'), 'The sign lay there.');
  await press('Uphold the objection and withdraw the ticket', form);
  const asked = await dialog('Propose to uphold the objection to KAD-123AA?');
  expect(asked.textContent).toContain('A second person must confirm this.');
  await press('Cancel', asked);
  expect(server.calls(answerDispute)).toEqual([]);
  expect(server.calls(proposeUpholding)).toEqual([]);
});

test('an answer that upholds a dispute is confirmed by another, and no form offers a second one', async () => {
  const { server, user } = opened(`/disputes?open=${id}`, 'state admin', {
    upholding: { answer: 'The sign lay there.', by: person, at: dispute.receivedAt },
    fromStaff: true,
  });
  expect(
    await screen.findByText('This objection came from a network address that staff use.'),
  ).toBeTruthy();
  expect(screen.getByText('The sign lay there.')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Confirm: D-00000001' }));
  await waitFor(() =>
    expect(server.calls(decideUpholding).map(({ body }) => body)).toMatchObject([{ agrees: true }]),
  );
});

const proposed = { upholding: { answer: 'It lay there.', by: person, at: dispute.receivedAt } };

test.each([
  ['a booking officer without the duty', officer, {}, false],
  ['a dispute officer', dutied, {}, true],
  [
    'the dispute officer who issued the ticket',
    { ...dutied, id: person.id, _id: person.id },
    {},
    false,
  ],
  ['a booking officer without the duty, of an answer', officer, proposed, false],
  ['a dispute officer, of an answer', dutied, proposed, true],
  ['a zonal head, of an answer', 'zonal head', proposed, true],
] as [string, Parameters<typeof openApp>[1], Partial<Dispute>, boolean][])(
  '%s, meets the next step or nothing: %#',
  async (_who, who, more, meets) => {
    opened(`/disputes?open=${id}`, who, more);
    expect(await screen.findByText('Driver’s picture 1')).toBeTruthy();
    const step = () =>
      screen.queryByRole('form', { name: 'Answer' }) ??
      screen.queryByRole('button', { name: /^Confirm/ });
    if (meets) await waitFor(() => expect(step()).toBeTruthy());
    else expect(step()).toBeNull();
  },
);

test('who only reads sees the dispute with its pictures, and no form', async () => {
  opened(`/disputes?open=${id}`, 'observer');
  expect(await screen.findByText('Driver’s picture 1')).toBeTruthy();
  const document = screen.getByText('receipt <1>.pdf, PDF, 118 kB');
  expect([document.getAttribute('href'), document.hasAttribute('download')]).toEqual([
    '/files/2',
    true,
  ]);
  expect(screen.getByText('D-00000001')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save the objection as PDF' })).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull();
  expect(screen.queryByText('Call')).toBeNull();
});
