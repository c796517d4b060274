import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  decideFee,
  type FeeProposal,
  listFees,
  proposeFees,
  type PricedOffence,
  readFees,
} from '#contract/fees.ts';
import { listSecondPeople, type SecondPerson } from '#contract/second-person.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { many, rowTexts, shownColumns, shownRows } from './support/rows.ts';

const anOffence = (number: number): PricedOffence => ({
  offence: {
    id: `LGC-${number}`,
    group: 'LGC',
    name: number === 13 ? 'Driving without a licence' : `Offence ${number}`,
    amount: 5_000,
    penalty: '',
    code: `77${number}`,
    perDay: false,
  },
  next: number === 13 ? { amount: 7_500, from: '2027-01-01' } : null,
  waiting: null,
});

function answerAll(server: FakeServer): void {
  server.answer(listFees, () => ({
    success: true as const,
    data: many(12, (n) => anOffence(n + 9)),
  }));
  server.answer(readFees, () => ({ success: true as const, data: { fees: [], proposals: [] } }));
}

test(
  'the fees are searched by every word in name, id or payment code, and turned page by page',
  { tags: 'night' },
  async () => {
    const { user, address, server } = openApp('/fees?page=99', 'state admin', answerAll);
    await waitFor(() => expect(shownRows()).toHaveLength(2));
    await waitFor(() => expect(address()).toBe('/fees?page=2'));
    expect(screen.getByText('12 offences')).toBeTruthy();
    expect(shownColumns()).toEqual(['Offence', 'Name', 'Fee today', 'Next fee', 'Actions']);

    const search = screen.getByRole('searchbox', { name: 'Search Fees' });
    await user.type(search, 'licence 7713');
    expect(await screen.findByText('1 offence')).toBeTruthy();
    expect(rowTexts()).toEqual([expect.stringContaining('₦7,500from 2027-01-01')]);
    await user.type(search, ' nobody');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(shownRows()).toHaveLength(10));
    expect(server.calls(listFees).map(({ sent }) => sent)).toEqual([{ organisation: 'Kaduna' }]);
  },
);

test('who works for all organisations chooses whose fees they see, and a search keeps the choice', async () => {
  const everywhere = { role: 'state admin', state: null } as const;
  const { user, address, server } = openApp('/fees', everywhere, answerAll);
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Organisation' }), 'Ogun');
  await waitFor(() =>
    expect(server.calls(listFees).map(({ sent }) => sent['organisation'])).toEqual([
      'Kaduna',
      'Ogun',
    ]),
  );
  await user.type(await screen.findByRole('searchbox'), 'nobody');
  await user.click(await screen.findByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(address()).toBe('/fees?organisation=Ogun'));
});

test('a fee opens over the list by its own address', async () => {
  const { user, address } = openApp('/fees', 'state admin', answerAll);
  await user.click(await screen.findByRole('button', { name: /^Set fee ?of LGC-13/ }));
  expect(await screen.findByRole('dialog', { name: 'Fee for LGC-13' })).toBeTruthy();
  expect(address()).toBe('/fees?open=LGC-13');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/fees'));
});

test('fees that can’t be loaded say why, and Try again asks for them', async () => {
  const now = { fails: true };
  const { user } = openApp('/fees', 'state admin', (server) => {
    server.answer(listFees, () =>
      now.fails
        ? { status: 500, error: 'The server failed.' }
        : { success: true as const, data: [anOffence(10)] },
    );
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText(/The server failed/)).toBeTruthy();
  now.fails = false;
  await user.click(again);
  expect(await screen.findByText('1 offence')).toBeTruthy();
});

const amina = { id: 'amina', name: 'Amina Sule', role: 'state admin' as const };
const waiting: FeeProposal = {
  id: '01KAAAAAAAAAAAAAAAAAAAAAAA',
  amount: 0,
  from: '2027-02-01',
  reason: 'Gazette 14.',
  by: amina,
  at: '2026-11-20T10:00:00.000Z',
  state: 'waiting',
  decidedBy: null,
  decidedAt: null,
  refusal: '',
  together: [],
};

test('a proposed fee is confirmed or refused by another, who must say why, and taken back by its own', async () => {
  const { user, server } = openApp('/fees?open=LGC-13', 'state admin', (fake) => {
    answerAll(fake);
    fake.answer(readFees, () => ({
      success: true as const,
      data: { fees: [], proposals: [waiting] },
    }));
    fake.answer(decideFee, () => ({ success: true as const, data: waiting }));
  });
  const section = await screen.findByRole('region', { name: 'Fees to confirm' });
  expect(section.textContent).toContain('Amina Sule proposed this.');
  expect(section.textContent).toContain('If nobody confirms it before then, it will not apply.');
  await user.click(within(section).getByRole('button', { name: 'Refuse: ₦0 from 2027-02-01' }));
  await user.click(within(section).getByRole('button', { name: 'Refuse' }));
  expect(await within(section).findByText('Enter a reason.')).toBeTruthy();
  expect(server.calls(decideFee)).toHaveLength(0);
  await user.type(within(section).getByRole('textbox'), 'Not gazetted.');
  await user.click(within(section).getByRole('button', { name: 'Refuse' }));
  await waitFor(() =>
    expect(server.calls(decideFee).map(({ body }) => body)).toEqual([
      { agrees: false, reason: 'Not gazetted.' },
    ]),
  );
});

const asked = (of: (typeof people)[number][]) => (server: FakeServer) => {
  answerAll(server);
  server.answer(listSecondPeople, () => ({ success: true as const, data: of }));
};
const aPersonWho = (name: string, not: SecondPerson['not'], from: string | null = null) => ({
  id: name,
  name,
  role: 'state admin' as const,
  not,
  from,
});
const people: SecondPerson[] = [
  aPersonWho('Musa Ibrahim', null),
  aPersonWho('Grace Duniya', null),
  aPersonWho('Sani Bello', 'related account'),
];

test('whoever proposes a fee reads who can confirm it', async () => {
  const { server } = openApp('/fees?open=LGC-13', 'state admin', asked(people));
  expect(await screen.findByText('Musa Ibrahim and Grace Duniya can confirm this.')).toBeTruthy();
  expect(screen.queryByText(/Sani Bello/)).toBeNull();
  expect(server.calls(listSecondPeople)[0]?.query).toMatchObject({
    for: 'fee',
    organisation: 'Kaduna',
  });
});

test('where nobody can confirm a fee, its form says why of each, and what helps', async () => {
  openApp(
    '/fees?open=LGC-13',
    'state admin',
    asked([
      aPersonWho('Sani Bello', 'related account'),
      aPersonWho('Ladi Audu', 'first password'),
      aPersonWho('Ada Obi', 'new account', '2026-11-28T09:00:00.000Z'),
    ]),
  );
  expect(await screen.findByText('Nobody can confirm this yet.')).toBeTruthy();
  const text = (screen.getByText('Nobody can confirm this yet.').closest('div') ?? document.body)
    .textContent;
  expect(text).toContain('Sani Bello: one of you added the other’s account.');
  expect(text).toContain(
    'Ladi Audu: has not yet used the link in the email to set their own password.',
  );
  expect(text).toContain(
    'Ada Obi: the account is new, so this person can confirm only from 2026-11-28 10:00.',
  );
  expect(text).toContain('A new account can confirm after three days.');
});

test('the fees of a gazette are checked, proposed at once, and decided at once', async () => {
  const line = { line: 1, text: 'LGC-13 8000', before: 5_000, amount: 8_000, unchanged: false };
  const offence = { id: 'LGC-13', name: 'Driving without a licence' };
  let fault = 'It names no offence.';
  const { user, server } = openApp('/fees', 'state admin', (fake) => {
    answerAll(fake);
    fake.answer(listSecondPeople, () => ({ success: true as const, data: [] }));
    fake.answer(proposeFees, ({ body }) => ({
      success: true as const,
      data: { fees: [{ ...line, offence, fault }], proposed: body.proposes ? 1 : 0 },
    }));
    const together = [
      { id: 'LGC-13', amount: 8_000 },
      { id: 'LGC-14', amount: 9_000 },
    ];
    fake.answer(readFees, () => ({
      success: true as const,
      data: { fees: [], proposals: [{ ...waiting, together }] },
    }));
  });
  await user.click(await screen.findByRole('button', { name: 'Fees from a gazette' }));
  const form = await screen.findByRole('dialog', { name: 'Fees from a gazette' });
  await user.type(within(form).getByLabelText('List of fees'), 'LGC-13 8000');
  fireEvent.change(within(form).getByLabelText('From'), { target: { value: '2027-02-01' } });
  await user.type(within(form).getByLabelText('Reason'), 'Gazette 14.');
  await user.click(within(form).getByRole('button', { name: 'Check the list' }));
  expect(await within(form).findByRole('region', { name: 'Lines to correct' })).toBeTruthy();
  expect(within(form).queryByRole('button', { name: /^Propose/ })).toBeNull();
  fault = '';
  await user.click(within(form).getByRole('button', { name: 'Check the list' }));
  const right = await within(form).findByRole('region', { name: 'Fees to propose' });
  expect(right.textContent).toContain('₦5,000 → ₦8,000');
  await user.click(within(form).getByRole('button', { name: 'Propose 1 fee' }));
  await waitFor(() => expect(form.isConnected).toBe(false));
  expect(server.calls(proposeFees).map(({ body }) => body.proposes)).toEqual([false, false, true]);

  await user.click(await screen.findByRole('button', { name: /^Set fee ?of LGC-13/ }));
  expect(await screen.findByText('One of 2 fees in this proposal')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Confirm: all 2 fees from/ })).toBeTruthy();
});

test('the fees are narrowed to those that change, and an observer only reads them', async () => {
  const { user, address } = openApp('/fees', 'observer', answerAll);
  expect(await screen.findByText(/You can read this/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Fees from a gazette' })).toBeNull();
  expect(await screen.findAllByRole('button', { name: /^See fees/ })).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Changes' }));
  await user.click(await screen.findByRole('button', { name: 'Future' }));
  expect(await screen.findByText('1 offence')).toBeTruthy();
  expect(address()).toBe('/fees?changes=coming');
});

test('a fee says who proposed and who confirmed it, and a refused one who refused it, each with the time', async () => {
  const second = { ...amina, id: 'musa', name: 'Musa Sule' };
  openApp('/fees?open=LGC-13', 'state admin', (fake) => {
    answerAll(fake);
    const fee = {
      amount: 7_500,
      from: '2027-01-01',
      reason: 'Gazette 14.',
      setBy: amina,
      setAt: waiting.at,
      confirmedBy: second,
      confirmedAt: '2026-11-21T09:30:00.000Z',
    };
    const refused: FeeProposal = {
      ...waiting,
      state: 'refused',
      refusal: 'Not gazetted.',
      decidedBy: second,
      decidedAt: '2026-11-22T09:30:00.000Z',
    };
    fake.answer(readFees, () => ({
      success: true as const,
      data: { fees: [fee], proposals: [refused] },
    }));
  });
  const fees = await screen.findByRole('region', { name: 'Future and past fees' });
  expect(fees.textContent).toContain('Gazette 14. (Amina Sule, 2026-11-20)');
  expect(within(fees).getByText('Confirmed by Musa Sule, 2026-11-21 10:30')).toBeTruthy();
  expect(screen.getByText('Refused by Musa Sule, 2026-11-22 10:30: Not gazetted.')).toBeTruthy();
});
