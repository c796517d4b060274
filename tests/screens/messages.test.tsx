import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { listDuties } from '#contract/duties.ts';
import { listHolidays } from '#contract/modules/after-ticket/holidays.ts';
import {
  changeOptOut,
  countMessages,
  messageRegister,
  type Message,
  readOptOut,
} from '#contract/modules/after-ticket/messages.ts';
import {
  firstRules,
  listTicketRules,
  proposeTicketRules,
  readMessageSender,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { dialog, field, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';
import { pageOf, rowTexts } from './support/rows.ts';

const booking = aBooking({ createdAt: '2026-11-20T10:00:00.000Z' });
const message: Message = {
  id: 'M1',
  booking: booking._id,
  registration: 'KTN-482AB',
  organisation: 'Kaduna',
  zone: 'Zaria',
  purpose: 'reminder',
  step: -2,
  channel: 'sms',
  state: 'blocked',
  reason: 'DND Active on Phone Number',
  to: '234803…567',
  text: 'Pay or object.',
  parts: 2,
  estimate: 8,
  cost: 3.9,
  currency: 'NGN',
  madeAt: '2026-11-20T10:00:00.000Z',
  sentAt: '2026-11-20T10:00:01.000Z',
  reports: [{ at: '2026-11-20T10:00:05.000Z', state: 'blocked', reason: 'DND Active' }],
};
const month = {
  month: '2026-11',
  purpose: 'reminder',
  sent: 12,
  delivered: 9,
  blocked: 2,
} as const;

test('the list says what became of each message, narrows it down, and counts by month', async () => {
  const { user } = openApp('/messages', 'state admin', (server) => {
    server.answer(messageRegister.list, ({ query }) => pageOf([message], query));
    server.answer(countMessages, () =>
      anAnswer({ months: [{ ...month, cost: ['KES 1.60', 'NGN 46.80'] }], hasGateway: false }),
    );
    server.answer(listDuties, () => anAnswer([]));
  });
  await screen.findByText('No text message service is set up, so Hanya cannot send messages.');
  await waitFor(() => expect(rowTexts()).toHaveLength(1));
  expect(rowTexts()[0]).toMatch(
    /KTN-482AB.*Blocked.*DND Active on Phone Number.*Reminder, day -2.*234803…567.*2.*₦3\.90/,
  );
  await user.click(screen.getByText('Turn messages on or off'));
  await screen.findByText(/turned off\./);
  await user.click(screen.getByRole('link', { name: 'By month' }));
  await waitFor(() =>
    expect(rowTexts()[0]).toMatch(/2026-11.*Reminder.*12.*9.*2.*KES 1\.60, ₦46\.80/),
  );
});

test('the list says that a text message service is set up, in the place of the warning', async () => {
  openApp('/messages', 'observer', (server) => {
    server.answer(messageRegister.list, ({ query }) => pageOf([message], query));
    server.answer(countMessages, () => anAnswer({ months: [], hasGateway: true }));
  });
  await screen.findByText('A text message service is set up, so Hanya can send messages.');
  expect(screen.queryByText(/^No text message service is set up/)).toBeNull();
});

test('a booking shows its messages with text and reports, and its number is left in peace for a reason', async () => {
  let optedOut = false;
  const { server, user } = openApp(`/bookings?open=${booking._id}`, 'state admin', (server) => {
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(messageRegister.list, ({ query }) => pageOf([message], query));
    server.answer(readOptOut, () => anAnswer({ optedOut }));
    server.answer(changeOptOut, ({ body }) => anAnswer({ optedOut: (optedOut = body.optedOut) }));
  });
  const opened = await dialog(/KTN-482AB/);
  await user.click(await within(opened).findByRole('button', { name: 'Messages' }));
  const list = await within(opened).findByRole('list', { name: 'Messages' });
  expect(list.textContent).toMatch(
    /Reminder, day -2.*Text message.*234803…567.*Blocked.*Pay or object\..*DND Active/,
  );
  await press('Stop messages', opened);
  const asked = await screen.findByRole('dialog', { name: 'Stop messages to this number?' });
  await user.type(within(asked).getByLabelText('Reason'), 'The driver asked for it.');
  await press('Stop messages', asked);
  await says('Messages to this number have stopped.');
  expect(server.calls(changeOptOut)[0]?.body).toEqual({
    optedOut: true,
    reason: 'The driver asked for it.',
  });
  await within(opened).findByText('Hanya does not send messages to this number.');
});

const sender = { authority: 'Kaduna Traffic', address: 'https://traffic.kd.gov.ng' };

test('the text of a message says its parts, its cost and the signs that make it long', async () => {
  const { server } = openApp('/ticket-rules', 'state admin', (server) => {
    server.answer(listTicketRules, () => anAnswer([]));
    server.answer(listHolidays, () => anAnswer([]));
    server.answer(readMessageSender, () => anAnswer(sender));
  });
  await press('Propose new rules');
  const form = await screen.findByRole('form', { name: 'Propose rules' });
  fill(form, 'Price of one text message part', '4.5');
  fill(form, 'Ticket issued', 'Ticket {plate}: ₦5,000. Pay or object: {link}');
  const text = field(form, 'Ticket issued').closest('div.column.gap-3')?.textContent ?? '';
  expect(text).toContain('2 parts, 87 characters, ₦9.00 a message.');
  expect(text).toContain('A part holds 70 characters instead of 160 because of ₦.');
  expect(text).toContain('“Ticket ABC-123DE: ₦5,000. Pay or object: https://');
  fill(form, 'Ticket issued', 'Ticket {plat}');
  await press('Propose rules', form);
  await within(form).findByText(/^Hanya cannot fill in \{plat\}\. Use \{authority\}/);
  expect(server.calls(proposeTicketRules)).toEqual([]);
  expect(firstRules.texts.issued).toContain('Pay or object');
});

test('the parts of a text are those with the organisation’s own name and the server’s own address', async () => {
  const long = {
    authority: 'Àjọ Ìlànà Ọkọ̀ Ìpínlẹ̀ Ọ̀ṣun',
    address: 'https://hanya.example.gov.ng',
  };
  const { server } = openApp('/ticket-rules', 'state admin', (server) => {
    server.answer(listTicketRules, () => anAnswer([]));
    server.answer(readMessageSender, () => anAnswer(long));
  });
  await press('Propose new rules');
  const form = await screen.findByRole('form', { name: 'Propose rules' });
  fill(form, 'Price of one text message part', '4');
  const shown = () =>
    field(form, 'Ticket issued').closest('div.column.gap-3')?.textContent.normalize() ?? '';
  expect(shown()).toContain('3 parts');
  expect(shown()).toContain('₦12.00 a message');
  expect(shown()).toContain(`${long.authority.normalize()}: ticket`);
  expect(shown()).toContain(`${long.address}/t/`);
  fill(form, 'Ticket issued', `{authority} ${'a'.repeat(230)} {link}`);
  await press('Propose rules', form);
  await within(form).findByText(
    /^Shorten the text\. With your authority’s name and the link, the text has 5 parts/,
  );
  expect(server.calls(proposeTicketRules)).toEqual([]);
});
