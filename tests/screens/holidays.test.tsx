import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  decideHoliday,
  type Holiday,
  listHolidays,
  proposeHoliday,
} from '#contract/modules/after-ticket/holidays.ts';
import { listTicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { described, field, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';
import { amina } from './support/rows.ts';

const holiday: Holiday = {
  id: 'H1',
  from: '2099-03-10',
  to: '2099-03-11',
  name: 'Id-el-Fitr',
  isHoliday: true,
  reason: 'The Sultan has spoken.',
  by: amina,
  at: '2026-11-20T10:00:00.000Z',
  state: 'waiting',
  decidedBy: null,
  decidedAt: null,
  refusal: '',
};

test('a state admin declares a holiday of one day, and says why; a missing name is asked for', async () => {
  const { server } = openApp('/ticket-rules', 'state admin', (server) => {
    server.answer(listTicketRules, () => anAnswer([]));
    server.answer(listHolidays, () => anAnswer([]));
    server.answer(proposeHoliday, () => anAnswer(holiday));
  });
  await press('Declare a holiday');
  const form = await screen.findByRole('form', { name: 'Declare a holiday' });
  fill(form, 'First day', '2099-03-10');
  fill(form, 'Reason', 'The Sultan has spoken.');
  await press('Propose the holiday', form);
  await within(form).findByText('Enter a name for the holiday.');
  expect(server.calls(proposeHoliday)).toEqual([]);
  fill(form, 'Name of the holiday', 'Id-el-Fitr');
  await press('Propose the holiday', form);
  await says('A second person must now confirm the holiday');
  expect(server.calls(proposeHoliday)[0]?.body).toMatchObject({
    from: '2099-03-10',
    to: '2099-03-10',
    name: 'Id-el-Fitr',
    isHoliday: true,
    organisation: 'Kaduna',
  });
});

test('another state admin confirms it, and reads what follows', async () => {
  const { server } = openApp('/ticket-rules', 'state admin', (server) => {
    server.answer(listTicketRules, () => anAnswer([]));
    server.answer(listHolidays, () => anAnswer([holiday]));
    server.answer(decideHoliday, () => anAnswer({ ...holiday, state: 'confirmed' as const }));
  });
  await screen.findByText('Id-el-Fitr, 2099-03-10 to 2099-03-11');
  await screen.findByText(/future due dates will move at once/);
  await press('Confirm: Id-el-Fitr, 2099-03-10 to 2099-03-11');
  await says('The holiday was confirmed');
  expect(server.calls(decideHoliday)[0]?.body).toMatchObject({ agrees: true });
});

test('a day is typed as people write it, said back in words and sent as YYYY-MM-DD', async () => {
  const { server } = openApp('/ticket-rules', 'state admin', (server) => {
    server.answer(listTicketRules, () => anAnswer([]));
    server.answer(listHolidays, () => anAnswer([]));
    server.answer(proposeHoliday, () => anAnswer(holiday));
  });
  await press('Declare a holiday');
  const form = await screen.findByRole('form', { name: 'Declare a holiday' });
  fill(form, 'Name of the holiday', 'Id-el-Fitr');
  fill(form, 'Reason', 'The Sultan has spoken.');
  fill(form, 'First day', '31/2/2099');
  const first = field(form, 'First day');
  expect(described(first)).toMatch(/^Enter a real date, such as \d+ \w+ \d{4}\. $/);
  expect(first.getAttribute('aria-invalid')).toBe('true');
  await press('Propose the holiday', form);
  fill(form, 'First day', '10/3/2099');
  within(form).getByText('Tuesday 10 March 2099');
  fill(form, 'Last day', '11th march 2099');
  within(form).getByText('Wednesday 11 March 2099');
  await press('Propose the holiday', form);
  await says('A second person must now confirm the holiday');
  expect(server.calls(proposeHoliday).map(({ body }) => body)).toMatchObject([
    { from: '2099-03-10', to: '2099-03-11' },
  ]);
});

test('a declared holiday says who confirmed it, and when', async () => {
  openApp('/ticket-rules', 'state admin', (server) => {
    const decided = { decidedBy: { ...amina, id: 'musa', name: 'Musa Sule' } };
    server.answer(listTicketRules, () => anAnswer([]));
    server.answer(listHolidays, () =>
      anAnswer([
        {
          ...holiday,
          ...decided,
          state: 'confirmed' as const,
          decidedAt: '2026-11-21T09:30:00.000Z',
        },
      ]),
    );
  });
  expect(await screen.findByText('Confirmed by Musa Sule, 2026-11-21 10:30')).toBeTruthy();
});
