import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type Closing,
  decideClosing,
  proposeClosing,
  readClosings,
} from '#contract/modules/reports/report-closings.ts';
import { readSchedule, setSchedule } from '#contract/modules/reports/report-schedules.ts';
import {
  exportReport,
  readReport,
  type Report,
  reportKinds,
  reportTypes,
} from '#contract/modules/reports/reports.ts';
import { listViews, type View } from '#contract/views.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const row = (
  cells: Report['tables'][number]['rows'][number]['cells'],
  to: string | null = null,
) => ({
  cells,
  opens: cells.map((_, index) => (index === 1 ? to : null)),
});

const report: Report = {
  kind: 'standard',
  number: 'STANDARD-0123456789',
  place: 'Zaria, Kaduna',
  days: { from: '2026-11-01', to: '2026-11-30' },
  tables: [
    {
      title: 'By day',
      columns: [
        { name: 'Day', kind: 'day' },
        { name: 'Issued', kind: 'count' },
        { name: 'Received (₦)', kind: 'naira' },
        { name: 'Paid (%)', kind: 'percent' },
      ],
      rows: [
        row(['2026-11-02', 3, -1_500.5, null], '/bookings?from=2026-11-02&to=2026-11-02'),
        row(['2026-11-03', 0, 0, 12.5], '/bookings?from=2026-11-03&to=2026-11-03'),
      ],
      total: row(['Total', 3, 2_000_000, null], null),
      of: 2,
      note: '',
    },
  ],
  checks: [{ says: 'Opening = closing', unit: 'count', left: 3, right: 3 }],
  notes: ['A note.'],
  madeBy: 'Amina Yero',
  asAt: '2026-11-27T22:59:59.000Z',
};

const open = (address: string, changes: Partial<Report> = {}, closings: Closing[] = []) =>
  openApp(address, 'state admin', (server) => {
    server.answer(readReport, ({ query }) => ({
      success: true as const,
      data: { ...report, kind: query.kind, ...changes },
    }));
    server.answer(readClosings, () => anAnswer(readOf(closings)));
  });

/** What the server answers of closings, with what the first of them kept. */
const readOf = (closings: Closing[]): ResponseOf<typeof readClosings>['data'] => ({
  closings,
  kept: closings[0]
    ? {
        id: closings[0].id,
        report: { ...report, number: 'STANDARD-KEPT', asAt: '2026-11-15T09:00:00.000Z' },
        changed: 51,
        changes: [
          {
            table: 'By day',
            row: '2026-11-02',
            column: 'Received (₦)',
            kind: 'naira' as const,
            then: 1_200,
            now: -5,
          },
        ],
      }
    : null,
  next: { why: null, exceptions: { count: 0, amount: 0 } },
});

const closed: Closing = {
  id: '01KAQ0000000000000000000CS',
  kind: 'standard',
  organisation: 'Kaduna',
  zone: null,
  from: '2026-11-01',
  to: '2026-11-14',
  version: 1,
  reason: '',
  state: 'closed',
  number: 'STANDARD-KEPT',
  sha256: '0123456789abcdef'.repeat(4),
  paper: 'fedcba9876543210'.repeat(4),
  proposedBy: 'Grace Duniya',
  proposer: 'grace',
  proposedAt: '2026-11-15T09:00:00.000Z',
  decidedBy: 'Musa Sule',
  decidedAt: '2026-11-15T10:00:00.000Z',
  refusal: '',
};
const waiting: Closing = {
  ...closed,
  state: 'waiting',
  paper: null,
  decidedBy: null,
  decidedAt: null,
};
const closedDays = '/reports?kind=standard&from=2026-11-01&to=2026-11-14';

test('a report shows each figure with its list, brackets for what was given back, and nothing as a dash', async () => {
  open('/reports?kind=standard&from=2026-11-01&to=2026-11-30');
  const table = await screen.findByRole('table');
  const [, first, second, total] = within(table).getAllByRole('row');
  const cells = (line?: HTMLElement) =>
    [...(line?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
  expect(cells(first)).toEqual(['2026-11-02', '3', '(1,500.50)', '–']);
  expect(cells(second)).toEqual(['2026-11-03', '0', '0.00', '12.5']);
  expect(cells(total)).toEqual(['Total', '3', '2,000,000.00', '–']);
  const link = within(table).getByRole('link', { name: 'Issued, 2026-11-02: 3' });
  expect(link.getAttribute('href')).toBe('/bookings?from=2026-11-02&to=2026-11-02');
  expect(within(table).getAllByRole('link')).toEqual([link]);
  screen.getByText(/As at 23:59:59, .*Figures for Zaria, Kaduna, as Amina Yero can see them\./);
  screen.getByText(/Report number STANDARD-0123456789/);
});

test('a report whose sums do not meet says so above its figures', async () => {
  const wrong = { says: 'Opening = closing', unit: 'count', left: 3, right: 4 } as const;
  open('/reports?kind=standard', { checks: [wrong] });
  await screen.findByText('The totals of this report do not agree, so nobody can sign it.');
});

test('a long table says how many rows it has, and that the files have them all', async () => {
  const [table] = report.tables;
  open('/reports?kind=e', { tables: table ? [{ ...table, of: 12_345 }] : [] });
  await screen.findByText('Showing 2 of 12,345 rows. The PDF and Excel files have them all.');
});

test('each report is a tab, asked for by its own days or by none', async () => {
  const { server, user } = open('/reports');
  await screen.findByRole('table');
  for (const kind of reportKinds) {
    await user.click(screen.getByRole('link', { name: reportTypes[kind].code }));
    await screen.findByRole('heading', { name: reportTypes[kind].title });
    await screen.findByRole('table');
  }
  const asked = server.calls(readReport).map(({ query }) => query);
  expect(asked.map(({ kind }) => kind)).toEqual([...reportKinds]);
  for (const { kind, from } of asked) expect(from !== undefined).toBe(reportTypes[kind].isOfDays);
});

test('the refusal of a file is shown in its own words', async () => {
  const { server, user } = open('/reports?kind=standard');
  server.answer(exportReport, () => ({ status: 409, error: 'This report can’t be signed.' }));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'PDF, to sign' }));
  await screen.findByText('This report can’t be signed.');
});

test('a period is closed with one button, and the second person sees what would be kept', async () => {
  const { server, user } = open(closedDays);
  server.answer(proposeClosing, () => anAnswer(waiting));
  const part = await screen.findByRole('region', { name: 'Closing' });
  within(part).getByText('Not closed yet.');
  server.answer(readClosings, () => anAnswer(readOf([waiting])));
  await user.click(await within(part).findByRole('button', { name: 'Close this period' }));
  await within(part).findByText(/To be confirmed by a second person, version 1/);
  expect(server.calls(proposeClosing)).toMatchObject([
    { body: { kind: 'standard', from: '2026-11-01', to: '2026-11-14', reason: '' } },
  ]);
  await user.click(within(part).getByRole('button', { name: 'Show the proposed figures' }));
  await screen.findByText('This page shows the proposed figures, version 1.');
  await screen.findByText(/Report number STANDARD-KEPT/);
  server.answer(decideClosing, () => anAnswer(closed));
  server.answer(readClosings, () => anAnswer(readOf([closed])));
  await user.click(within(part).getByRole('button', { name: /^Confirm/ }));
  await screen.findByText(/Closed, version 1/);
  expect(server.calls(decideClosing)).toMatchObject([{ body: { agrees: true } }]);
});

test('an earlier period that is still open, and open exceptions, are named before anything is closed', async () => {
  const { server } = open(closedDays);
  const why = 'Close 2026-10-01 to 2026-10-31 first. The closed days end on 2026-09-30.';
  const next = { why, exceptions: { count: 2, amount: 12_000 } };
  server.answer(readClosings, () => anAnswer({ ...readOf([]), next }));
  const part = await screen.findByRole('region', { name: 'Closing' });
  within(part).getByText(why);
  const button = within(part).getByRole('button', { name: 'Close this period' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const link = within(part).getByRole('link', { name: '2 exceptions' });
  expect(link.closest('p')?.textContent).toContain(
    'Still open from these days or before: 2 exceptions, ₦12,000 in all.',
  );
});

test('a closed report says if its PDF was kept, and a waiting one what has changed since', async () => {
  open(closedDays, {}, [closed]);
  await screen.findByText(/Hanya keeps the original PDF, SHA-256 fedcba987654…/);
  cleanup();
  open(closedDays, {}, [{ ...closed, paper: null }]);
  await screen.findByText(/Hanya did not keep the PDF\. Each download makes it/);
  cleanup();
  open(closedDays, {}, [waiting]);
  await screen.findByText(/51 figures changed after the closing was proposed\./);
});

test('unpaid tickets are closed at the end of the day that is chosen', async () => {
  const { server } = open('/reports?kind=unp');
  await screen.findByText('To close this report, select a day that is over.');
  cleanup();
  const chosen = open('/reports?kind=unp&at=2026-10-31');
  chosen.server.answer(proposeClosing, () => anAnswer({ ...waiting, kind: 'unp' }));
  await chosen.user.click(await screen.findByRole('button', { name: 'Close this period' }));
  await waitFor(() => expect(chosen.server.calls(proposeClosing)).toHaveLength(1));
  expect(chosen.server.calls(proposeClosing)).toMatchObject([
    { body: { kind: 'unp', from: '2026-10-31', to: '2026-10-31' } },
  ]);
  expect(server.calls(readClosings)).toEqual([]);
});

test.each([
  ['days that are not over', '/reports?kind=standard&from=2026-11-01&to=2026-11-27', {}],
  [
    'sums that do not meet',
    closedDays,
    { checks: [{ says: 'Opening = closing', unit: 'count', left: 3, right: 4 } as const] },
  ],
  ['several organisations', closedDays, { place: 'all zones, all organisations' }],
])('%s are not closed, and the button says why', async (_what, address, changes) => {
  const { server, user } = open(address, changes);
  const button = await screen.findByRole('button', { name: 'Close this period' });
  await screen.findByRole('table');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(server.calls(proposeClosing)).toEqual([]);
  const why = document.querySelector(
    `#${CSS.escape(`${button.getAttribute('aria-describedby')}`)}`,
  );
  expect(why?.textContent).toMatch(/not over yet|do not agree|Select an organisation/);
});

test('a closed report says by whom and what changed since, and its file is of what was kept', async () => {
  const { server, user } = open(`${closedDays}&closing=${closed.id}`, {}, [closed]);
  const part = await screen.findByRole('region', { name: 'Closing' });
  within(part).getByText(/Grace Duniya proposed it on .*, Musa Sule confirmed it on/);
  within(part).getByText('SHA-256 0123456789ab…');
  await within(part).findByText('Changed since then: 51 figures');
  const cells = within(part).getAllByRole('cell', { hidden: true });
  expect(cells.map((cell) => cell.textContent)).toEqual(['1,200.00', '(5.00)']);
  within(part).getByText('By day, 2026-11-02: Received (₦)');
  within(part).getByText(/the first 1 below\./);
  await screen.findByText('This page shows the closed figures, version 1.');
  server.answer(exportReport, () => ({ status: 409, error: 'Not now.' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'PDF, to sign' }));
  await screen.findByText('Not now.');
  expect(server.calls(exportReport)).toMatchObject([{ query: { closing: closed.id } }]);
});

test('a closed report is opened again only with a reason', async () => {
  const { server, user } = open(closedDays, {}, [closed]);
  server.answer(proposeClosing, () => anAnswer({ ...waiting, version: 2 }));
  const part = await screen.findByRole('region', { name: 'Closing' });
  await user.click(await within(part).findByRole('button', { name: 'Close this period again' }));
  await user.click(within(part).getByRole('button', { name: 'Propose version 2' }));
  await within(part).findByText('Enter a reason for closing the report again.');
  await user.type(
    within(part).getByLabelText('Reason for closing the report again'),
    'A line was missing.',
  );
  await user.click(within(part).getByRole('button', { name: 'Propose version 2' }));
  await screen.findByText('A second person must now confirm the closing');
  expect(server.calls(proposeClosing)).toMatchObject([{ body: { reason: 'A line was missing.' } }]);
});

test('who may not close reads how a period stands, and has no button', async () => {
  openApp(closedDays, 'observer', (server) => {
    server.answer(readReport, () => anAnswer(report));
    server.answer(readClosings, () => anAnswer(readOf([])));
  });
  await screen.findByText('Not closed yet.');
  expect(screen.queryByRole('button', { name: 'Close this period' })).toBeNull();
});

test('the overview leads to each report and period, and asks the server for nothing', async () => {
  const { server } = openApp('/report', 'state admin');
  const types = await screen.findByRole('region', { name: 'Report types' });
  const links = within(types).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    reportKinds.filter((kind) => kind !== 'cross').map((kind) => `/reports?kind=${kind}`),
  );
  const [weekly] = screen.getAllByRole('link', { name: 'Weekly' });
  expect(weekly?.getAttribute('href')).toMatch(
    /^\/reports\?kind=standard&from=(\d{4})-01-01&to=\1-12-31&by=week$/,
  );
  expect(server.calls(readReport)).toEqual([]);
});

test('for a role that may not read reports, the overview leads nowhere', async () => {
  openApp('/report', 'booking officer');
  const types = await screen.findByRole('region', { name: 'Report types' });
  expect(within(types).queryByRole('link')).toBeNull();
  expect(screen.queryByRole('region', { name: 'By year' })).toBeNull();
});

const view: View = {
  _id: '01KAQ0000000000000000000VW',
  name: 'Month of Zaria',
  screen: 'reports',
  query: 'kind=b-and-p&period=last-month&zone=Zaria',
  shared: false,
  own: true,
  owner: { id: 'amina', name: 'Amina Yero', role: 'state admin' },
  createdAt: '2026-11-15T09:00:00.000Z',
};

test('a saved report is opened again, and sent by mail to those who are ticked', async () => {
  const reader = { id: 'musa', name: 'Musa Sule', role: 'observer', zone: 'Zaria' } as const;
  const known = {
    schedule: null,
    nextAt: null,
    ended: '',
    mailed: true,
    domain: null,
    readers: [reader],
  };
  let sent: unknown;
  const { user, server, address } = open('/reports?kind=unp');
  server.answer(listViews, () => ({ success: true as const, data: [view] }));
  server.answer(readSchedule, () => anAnswer(known));
  server.answer(setSchedule, ({ body }) => {
    sent = body;
    return anAnswer(known);
  });
  await user.click(await screen.findByRole('button', { name: 'Saved reports' }));
  await user.click(await screen.findByRole('button', { name: /^Month of Zaria/ }));
  expect(address()).toBe(`/reports?${view.query}`);
  await user.click(await screen.findByRole('button', { name: 'Saved reports' }));
  await user.click(await screen.findByRole('button', { name: 'Send Month of Zaria by email' }));
  await user.selectOptions(await screen.findByLabelText('Time'), '07:00');
  await user.click(screen.getByLabelText('Musa Sule, observer, Zaria'));
  await user.click(screen.getByRole('button', { name: 'Start sending' }));
  await screen.findByText('Hanya will send this report by email');
  expect(sent).toEqual({
    rhythm: 'monday',
    hour: 7,
    form: 'link',
    recipients: ['musa'],
    until: null,
    sendsNothing: false,
  });
});

test('where no mail is set up the screen says so, and sends nothing', async () => {
  const { user, server } = open('/reports?kind=unp');
  server.answer(listViews, () => ({ success: true as const, data: [view] }));
  server.answer(readSchedule, () =>
    anAnswer({
      schedule: null,
      nextAt: null,
      ended: '',
      mailed: false,
      domain: null,
      readers: [],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Saved reports' }));
  await user.click(await screen.findByRole('button', { name: 'Send Month of Zaria by email' }));
  await screen.findByText(/Email is not set up, so Hanya cannot send reports/);
  const sending = screen.getByRole('button', { name: 'Start sending' });
  expect(sending.getAttribute('aria-disabled')).toBe('true');
});
