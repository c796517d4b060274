import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  confirmOutcome,
  type CourtBatch,
  type CourtCase,
  draftCases,
  leaveDraft,
  listCourts,
  caseRegister,
  lockBatch,
  noteOutcome,
  readBatch,
  readCase,
} from '#contract/modules/after-ticket/court.ts';
import { dialog, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';
import { amina, pageOf } from './support/rows.ts';

const batch = '01KB0000000000000000007KQ2';
const aCase = (changes: Partial<CourtCase> = {}): CourtCase => ({
  id: '01KB0000000000000000000001',
  state: 'draft',
  batch,
  number: '',
  court: 'Mobile Court, Zaria',
  plate: 'KAD-123AA',
  name: 'Musa Danladi',
  saidBefore: '',
  caseFiles: [],
  organisation: 'Kaduna',
  zone: 'Zaria',
  price: 5000,
  dueDay: '2026-10-01',
  lockedBy: null,
  lockedAt: null,
  hearing: null,
  charges: [
    {
      line: 1,
      offence: 'VDF-01',
      name: 'Broken lamp',
      law: 'Traffic Law, s. 9',
      amount: 5000,
      outcome: null,
      fined: null,
    },
  ],
  decidedOn: null,
  paidWhere: '',
  courtReceipt: '',
  paper: null,
  notedBy: null,
  decidedBy: null,
  decidedAt: null,
  proposal: null,
  ...changes,
});
const draft = aCase();
const { id } = draft;

const opened = (found: CourtCase, who: Parameters<typeof openApp>[1] = 'state admin') =>
  openApp(`/court?state=draft&open=${id}`, who, (server) => {
    server.answer(readCase, () => anAnswer(found));
    server.answer(caseRegister.list, ({ query }) => pageOf([draft], query));
    server.answer(leaveDraft, () => anAnswer(aCase({ state: 'open', batch: null })));
    server.answer(noteOutcome, () => ({ status: 403, error: 'This needs the duty.' }));
  });

const aBatch = (changes: Partial<CourtBatch> = {}): CourtBatch => ({
  id: batch,
  organisation: 'Kaduna',
  court: 'Mobile Court, Zaria',
  madeBy: amina,
  madeAt: '2026-11-19T10:00:00.000Z',
  lockedBy: null,
  lockedAt: null,
  tickets: 2,
  isWhole: true,
  ...changes,
});

const openedBatch = (
  found: CourtBatch,
  who: Parameters<typeof openApp>[1] = { role: 'state admin', duties: ['court officer'] },
) =>
  openApp(`/court?state=all&batch=${batch}`, who, (server) => {
    server.answer(readBatch, () => anAnswer(found));
    server.answer(caseRegister.list, ({ query }) =>
      pageOf([draft, aCase({ id: '2', plate: 'KAD-456BB' })], query),
    );
    server.answer(lockBatch, () => anAnswer({ referred: 2, leftOut: 0 }));
  });

test('a case leads to its batch, which says who drafted it, and lists its cases', async () => {
  const { server } = opened(draft);
  server.answer(readBatch, () => anAnswer(aBatch()));
  const detail = within(await dialog('Court case, KAD-123AA'));
  fireEvent.click(await detail.findByRole('link', { name: 'Batch 007KQ2' }));
  const head = await screen.findByRole('region', { name: 'Batch 007KQ2' });
  expect(head.textContent).toContain('StatusDraft');
  expect(head.textContent).toContain('CourtMobile Court, Zaria');
  expect(head.textContent).toMatch(/Drafted.*by Amina/);
  expect(server.calls(caseRegister.list).at(-1)?.query).toMatchObject({ state: 'all', batch });
});

test('before a batch is referred it asks, and names the court and the plates', async () => {
  const { server } = openedBatch(aBatch());
  await press('Lock the batch and refer the tickets');
  const asked = await dialog('Refer 2 tickets to Mobile Court, Zaria?');
  expect(asked.textContent).toContain('This cannot be undone.');
  const plates = (await within(asked).findAllByRole('listitem')).map(
    ({ textContent }) => textContent,
  );
  expect(plates).toEqual(['KAD-123AA', 'KAD-456BB']);
  expect(server.calls(lockBatch)).toEqual([]);
  await press('Refer the tickets', asked);
  await says('2 tickets referred, 0 left out');
  expect(server.calls(lockBatch).map(({ params }) => params)).toEqual([{ id: batch }]);
});

test.each([
  ['a draft has no file', {}, false],
  ['of a referred one', { lockedBy: amina, lockedAt: '2026-11-20T10:00:00.000Z' }, true],
  [
    'not where some of its tickets are out of reach',
    { lockedBy: amina, lockedAt: '2026-11-20T10:00:00.000Z', isWhole: false },
    false,
  ],
])('the case files of a batch are offered as one PDF: %s', async (_rule, changes, offered) => {
  openedBatch(aBatch(changes));
  await screen.findByRole('region', { name: 'Batch 007KQ2' });
  const button = screen.queryByRole('button', { name: 'Case files for this batch (PDF)' });
  expect(button !== null).toBe(offered);
});

test.each([
  [
    'a court is chosen from those that the rules list',
    ['Mobile Court, Zaria', 'High Court'],
    'SELECT',
  ],
  ['where the rules list no court, it is typed', [], 'INPUT'],
])('%s', async (_rule, courts, kind) => {
  const { server } = openApp('/court', { role: 'state admin', duties: ['court officer'] }, (it) => {
    it.answer(caseRegister.list, ({ query }) =>
      pageOf([aCase({ state: 'open', batch: null })], query),
    );
    it.answer(listCourts, () => anAnswer(courts));
    it.answer(draftCases, () => anAnswer({ batch, cases: 1 }));
    it.answer(readBatch, () => anAnswer(aBatch({ tickets: 1 })));
  });
  await press('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: /KAD-123AA/ }));
  await press('Refer to court');
  const asked = await dialog('Refer 1 ticket');
  const field = await within(asked).findByLabelText('Court');
  expect(field.tagName).toBe(kind);
  fill(asked, 'Court', 'Mobile Court, Zaria');
  await press('Add to a draft', asked);
  await says('1 ticket added to a draft. Lock the batch to refer the tickets.');
  await screen.findByRole('region', { name: 'Batch 007KQ2' });
  expect(server.calls(draftCases).map(({ body }) => body)).toEqual([
    { court: 'Mobile Court, Zaria', bookings: [id] },
  ]);
});

test('a ticket is taken off a draft once it is confirmed', async () => {
  const { server } = opened(draft);
  await press('Remove from the draft', await dialog('Court case, KAD-123AA'));
  await press('Remove', await dialog('Remove KAD-123AA from the draft?'));
  await says('Ticket removed from the draft');
  expect(server.calls(leaveDraft).map(({ params }) => params)).toEqual([{ id }]);
});

test.each([
  ['zonal head', [], false],
  ['booking officer', [], false],
  ['booking officer', ['court officer'], true],
] as const)(
  'a %s with the duties %j leads a draft on, or reads it: %s',
  async (role, held, leads) => {
    opened(draft, { role, duties: [...held] });
    const detail = within(await dialog('Court case, KAD-123AA'));
    await detail.findByRole('button', { name: 'Save the case file' });
    const remove = () => detail.queryByRole('button', { name: 'Remove from the draft' });
    if (leads) await waitFor(() => expect(remove()).toBeTruthy());
    else expect(remove()).toBeNull();
  },
);

const referred = aCase({
  state: 'referred',
  number: '7KQ2-1',
  lockedBy: amina,
  lockedAt: '2026-11-20T10:00:00.000Z',
  hearing: { day: '2026-11-25', place: 'Zaria', suit: '' },
});

test('a decision is proposed on each charge, and a refusal keeps the form', async () => {
  const { server } = opened(referred);
  const detail = await dialog('Court case, KAD-123AA');
  const form = await within(detail).findByRole('form', { name: 'Decision' });
  expect(form.textContent).toContain(
    'Another zonal head or state admin must confirm the decision.',
  );
  await press('Propose the decision', form);
  await within(form).findByText('Select what the court decided on each charge.');
  fill(form, 'Charge 1, VDF-01', 'dismissed');
  await press('Propose the decision', form);
  await within(detail).findByText('This needs the duty.');
  expect(server.calls(noteOutcome)).toHaveLength(1);
  expect(within(form).getByLabelText<HTMLSelectElement>('Charge 1, VDF-01').value).toBe(
    'dismissed',
  );
});

test('a decision that waits is shown in full, and says what a yes brings about', async () => {
  const charges = referred.charges.map((charge) => ({ ...charge, outcome: 'dismissed' as const }));
  const { server } = opened({
    ...referred,
    proposal: {
      charges,
      day: '2026-11-25',
      paidWhere: '',
      courtReceipt: '',
      paper: null,
      reason: '',
      by: { id: 'U9', name: 'Grace Duniya', role: 'booking officer' },
      at: '2026-11-26T10:00:00.000Z',
    },
  });
  server.answer(confirmOutcome, () => anAnswer({ ...referred, state: 'heard', charges }));
  const detail = await dialog('Court case, KAD-123AA');
  await within(detail).findByText('A second person must confirm this decision');
  expect(detail.textContent).toContain('Broken lamp (Traffic Law, s. 9): Dismissed');
  expect(detail.textContent).toContain('the driver will no longer owe the authority anything');
  expect(within(detail).queryByRole('form', { name: 'Decision' })).toBeNull();
  await press('Confirm: KAD-123AA', detail);
  await says('The court decision was confirmed');
  expect(server.calls(confirmOutcome).map(({ body }) => body)).toEqual([
    { agrees: true, reason: '' },
  ]);
});

test('a noted decision is put right with a reason', async () => {
  const { server } = opened({ ...referred, state: 'heard', decidedOn: '2026-11-25' });
  const detail = await dialog('Court case, KAD-123AA');
  await press('Correct the decision on KAD-123AA', detail);
  const form = await within(detail).findByRole('form', { name: 'Decision' });
  fill(form, 'Charge 1, VDF-01', 'warrant');
  fill(form, 'Reason for the correction', 'It was a warrant.');
  await press('Propose the correction', form);
  await within(detail).findByText('This needs the duty.');
  expect(server.calls(noteOutcome).map(({ body }) => body)).toMatchObject([
    { day: '2026-11-25', reason: 'It was a warrant.' },
  ]);
});

test('a decided case says who proposed the decision, and who confirmed it when', async () => {
  opened({
    ...referred,
    state: 'heard',
    decidedOn: '2026-11-25',
    notedBy: { id: 'U9', name: 'Grace Duniya', role: 'booking officer' },
    decidedBy: { id: 'U8', name: 'Musa Sule', role: 'zonal head' },
    decidedAt: '2026-11-26T10:00:00.000Z',
  });
  const detail = await dialog('Court case, KAD-123AA');
  expect((await within(detail).findByText('Proposed by')).parentElement?.textContent).toContain(
    'Grace Duniya',
  );
  expect(within(detail).getByText('Confirmed by').parentElement?.textContent).toContain(
    'Musa Sule, 2026-11-26 11:00',
  );
});
