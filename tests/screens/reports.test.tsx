import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  exportReport,
  readReport,
  type Report,
  reportKinds,
  reportTypes,
} from '#contract/reports.ts';
import { openApp } from './support/open-app.tsx';

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

const open = (address: string, changes: Partial<Report> = {}) =>
  openApp(address, 'state admin', (server) =>
    server.answer(readReport, ({ query }) => ({
      success: true as const,
      data: { ...report, kind: query.kind, ...changes },
    })),
  );

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
  screen.getByText(/As at 23:59:59, .*Figures of Zaria, Kaduna\./);
  screen.getByText(/Number STANDARD-0123456789/);
});

test('a report whose sums do not meet says so above its figures', async () => {
  const wrong = { says: 'Opening = closing', unit: 'count', left: 3, right: 4 } as const;
  open('/reports?kind=standard', { checks: [wrong] });
  await screen.findByText('The sums of this report don’t meet, so it can’t be signed.');
});

test('a long table says how many rows it has, and that the files have them all', async () => {
  const [table] = report.tables;
  open('/reports?kind=e', { tables: table ? [{ ...table, of: 12_345 }] : [] });
  await screen.findByText('The first 2 of 12,345; PDF and Excel have them all.');
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

test('the overview leads to each report and period, and asks the server for nothing', async () => {
  const { server } = openApp('/report', 'state admin');
  const types = await screen.findByRole('region', { name: 'Report types' });
  const links = within(types).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    reportKinds.map((kind) => `/reports?kind=${kind}`),
  );
  const [weekly] = screen.getAllByRole('link', { name: 'Weekly' });
  expect(weekly?.getAttribute('href')).toBe(
    '/reports?kind=standard&from=2024-01-01&to=2024-12-31&by=week',
  );
  expect(server.calls(readReport)).toEqual([]);
});

test('for a role that may not read reports, the overview leads nowhere', async () => {
  openApp('/report', 'booking officer');
  const types = await screen.findByRole('region', { name: 'Report types' });
  expect(within(types).queryByRole('link')).toBeNull();
});
