import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { decideDuty, type Duty, listDuties, proposeDuty } from '#contract/duties.ts';
import { addToQuestion, listQuestions, readQuestion } from '#contract/modules/reports/questions.ts';
import { listSecondPeople } from '#contract/second-person.ts';
import { press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer, aUser } from './support/records.ts';

const officer = { id: 'U7', name: 'Musa Bello', role: 'booking officer' as const };
const figure = {
  officer,
  zone: 'Zaria',
  rows: 2,
  wrong: 1,
  says: '12 of 90 bookings withdrawn; colleagues: 2 to 6 of 90.',
};
const row = { at: '2026-11-20T10:00:00.000Z', by: 'Grace Duniya', opens: null, wrong: '' };
const signal = { name: 'withdrawn', title: 'Why were these withdrawn?', innocent: 'Training.' };
const answer = { id: 'A1', kind: 'answer' as const, words: 'The plates were muddy.', by: officer };

test('a reviewer reads the words, rows and answer of a question, and closes it in words', async () => {
  const { server, user } = openApp('/questions?show=others', 'observer', (server) => {
    server.answer(listQuestions, () =>
      anAnswer({
        signals: [
          { ...signal, figures: [figure] },
          { name: 'late', title: 'Why late?', innocent: 'No network.', figures: [] },
        ],
        notes: ['By chance alone about 2 of them lie above.'],
        reviews: true,
      }),
    );
    server.answer(readQuestion, () =>
      anAnswer({
        rows: [
          { ...row, id: 'B1', opens: '/bookings?open=B1', wrong: 'corrected' },
          { ...row, id: 'B2' },
        ],
        entries: [{ ...answer, at: row.at }],
      }),
    );
    server.answer(addToQuestion, ({ body: { kind, words } }) =>
      anAnswer({ ...answer, kind, words, at: row.at }),
    );
  });
  const one = await screen.findByRole('region', { name: signal.title });
  expect(one.textContent).toContain(
    `Musa Bello, Zaria: ${figure.says} Look first at the 1 row that may be wrong`,
  );
  expect(screen.queryByText('Why late?')).toBeNull();
  expect(screen.queryByRole('button', { name: /export/i })).toBeNull();
  expect(server.calls(readQuestion)).toEqual([]);
  await press('Show 2 rows of Musa Bello', one);
  await within(one).findByText('Withdrawn by Grace Duniya 2.');
  expect(one.textContent).toContain('may be wrong: corrected');
  expect(one.textContent).toContain('Answer: The plates were muddy.');
  const link = within(one).getByRole('link');
  expect(link.getAttribute('href')).toBe('/bookings?open=B1');
  await press('Save the outcome of 2 rows', one);
  await within(one).findByText('Select an outcome.');
  await user.selectOptions(within(one).getByLabelText('Outcome'), 'Explained');
  await user.type(within(one).getByLabelText(/^Explanation/), 'It rained.');
  await press('Save the outcome of 2 rows', one);
  await says('Outcome saved');
  expect(server.calls(addToQuestion)[0]?.body).toMatchObject({
    kind: 'explained',
    words: 'It rained.',
    rows: ['B1', 'B2'],
    zone: 'Zaria',
  });
  await waitFor(() => expect(server.calls(listQuestions)).toHaveLength(2));
});

test('while they are off the page says so, and a state admin proposes, or confirms another’s', async () => {
  let duty: Duty | null = null;
  const refused = { status: 409, error: 'Questions about records are turned off here.' };
  const { server } = openApp('/questions', 'state admin', (server) => {
    server.answer(listQuestions, () => refused);
    server.answer(listDuties, () => anAnswer(duty ? [duty] : []));
    server.answer(listSecondPeople, () => anAnswer([]));
    server.answer(proposeDuty, () => anAnswer((duty = waiting)));
    server.answer(decideDuty, () => anAnswer({ ...waiting, state: 'in force' as const }));
  });
  const waiting: Duty = {
    id: 'D1',
    duty: 'questions',
    organisation: 'Kaduna',
    until: null,
    user: null,
    state: 'waiting',
    proposer: aUser().id,
    proposedBy: 'Grace Duniya',
    proposedAt: row.at,
    decidedBy: null,
    decidedAt: null,
    refusal: '',
    ending: null,
  };
  await screen.findByText(refused.error);
  const card = await screen.findByRole('region', { name: 'Turn questions on or off' });
  await within(card).findByText(/turned off/);
  await press('Propose to turn on', card);
  await says('A second person must now confirm this.');
  expect(server.calls(proposeDuty)[0]?.body).toMatchObject({
    duty: 'questions',
    organisation: 'Kaduna',
  });
  await press(/^Confirm/, card);
  await waitFor(() => expect(server.calls(decideDuty)).toHaveLength(1));
});
