import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type OpenApp, openApp } from './support/open-app.tsx';
import { bookingsOf, rowTexts, shownColumns, shownRows } from './support/rows.ts';

const insurance = [
  'Reference',
  'Date',
  'Zone',
  'Policy Holder',
  'Plate Number',
  'Insurance Provider',
];
const button = (name: string) => screen.getByRole('button', { name });

/** What was asked of the server but for the stream, the record of whoever is signed in, and reports of what broke. */
const ownCalls = ({ server }: OpenApp) =>
  Object.values(endpoints)
    .filter(
      ({ path }) =>
        !path.endsWith('/live') && !path.endsWith('/breakage') && path !== '/api/v1/users/:id',
    )
    .flatMap((endpoint) => server.calls(endpoint).map(() => `${endpoint.method} ${endpoint.path}`));

test.each([
  [
    '/drivers',
    'Driving tests',
    ['Reference', 'Date', 'Full Name', 'Phone'],
    '09005550102',
    'driver B',
  ],
  ['/unpaid-insurance', 'Unpaid Insurance', insurance, 'kad 002', 'Sample holder B'],
  ['/insurance', 'Regularised Insurance', insurance, 'kja 005', 'Sample holder E'],
])(
  '13a, 102, 103, 195: %s is the shared list screen %s over sample rows',
  async (path, heading, columns, sought, found) => {
    const app = openApp(path, 'booking officer');
    const { user, address } = app;
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(shownColumns()).toEqual(columns);
    expect(shownRows()).toHaveLength(3);
    expect(screen.getByText('3 records')).toBeTruthy();
    const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Page size' });
    expect([...size.options].map(({ text }) => text)).toEqual(
      [10, 15, 20, 25].map((rows) => `${rows} per page`),
    );
    expect(size.value).toBe('10');
    expect(screen.getByText('Page 1 of 1')).toBeTruthy();
    for (const name of ['Previous page', 'Next page'])
      expect(button(name).getAttribute('aria-disabled')).toBe('true');
    await user.selectOptions(size, '25 per page');
    await waitFor(() => expect(address()).toBe(`${path}?limit=25`));

    const search = screen.getByRole('searchbox', { name: `Search ${heading}` });
    await user.type(search, sought);
    expect(await screen.findByText('1 record')).toBeTruthy();
    expect(rowTexts()).toEqual([expect.stringContaining(found)]);
    expect(address()).toContain('search=');
    await user.clear(search);
    await user.type(search, 'nobody at all');
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy();
    expect(screen.getByText('0 records')).toBeTruthy();
    await user.click(button('Clear search'));
    await waitFor(() => expect(shownRows()).toHaveLength(3));
    expect(ownCalls(app)).toEqual([]);
  },
);

test.each([
  ['?search=Sample+driver+B&limit=25', 1, '/drivers?search=Sample+driver+B&limit=25'],
  ['?page=9', 3, '/drivers'],
])('the address of samples is read as that of any list: %s', async (query, rows, landed) => {
  const { address } = openApp(`/drivers${query}`, 'booking officer');
  await waitFor(() => expect(shownRows()).toHaveLength(rows));
  await waitFor(() => expect(address()).toBe(landed));
});

test('13b, 108b: the sample screens make no call of their own', async () => {
  const app = openApp('/drivers', 'zonal head', (server) => {
    server.answer(listBookings, ({ query }) => bookingsOf([], query));
  });
  const { user } = app;
  await screen.findByRole('heading', { level: 1, name: 'Driving tests' });
  const follow = async (entry: string) => {
    const menu = screen.getByRole('navigation', { name: 'Main' });
    await user.click(within(menu).getByRole('link', { name: entry }));
  };
  for (const [entry, heading] of [
    ['Unpaid Insurance', 'Unpaid Insurance'],
    ['Regularised Insurance', 'Regularised Insurance'],
    ['Reports', 'Reports Overview'],
  ] as const) {
    await follow(entry);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  }
  await follow('Completed');
  await waitFor(() => expect(app.server.calls(listBookings)).toHaveLength(1));
  expect(ownCalls(app)).toEqual(['GET /api/v1/booking']);
});

test.each([
  ['/insurance', 'Insurance', 'Vehicle Insurance', 'Check insurance'],
  ['/drivers', 'Driving Test', 'Driving Test', 'Register for a test'],
])('61a, 61b: on %s, %s opens a form that does nothing', async (path, entry, title, send) => {
  const app = openApp(path, 'booking officer');
  const { user } = app;
  const opener = await screen.findByText(entry, { selector: 'a, button, a *, button *' });
  await user.click(opener);
  const popup = await screen.findByRole('dialog', { name: title });
  const [first] = within(popup).getAllByRole('textbox');
  await user.type(first ?? popup, 'ABC-123DE{Enter}');
  const sending = within(popup).getByRole('button', { name: send });
  expect(sending.getAttribute('aria-disabled')).toBe('true');
  await user.click(sending);
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
  expect(ownCalls(app)).toEqual([]);
});

test('109 to 111, 309: the reports show totals, a legend and presets', async () => {
  openApp('/report', 'observer');
  const texts = (part: HTMLElement, selector: string) =>
    [...part.querySelectorAll<HTMLElement>(selector)].map(({ textContent }) => textContent);
  const totals = await screen.findByRole('region', { name: 'Totals' });
  expect(texts(totals, 'dt')).toEqual(['Unpaid', 'Paid', 'Revenue', 'Drivers', 'Vehicles']);
  // No number that somebody could take for a count.
  expect(texts(totals, 'dd')).toEqual(
    Array.from({ length: 5 }, () => expect.stringMatching(/^\D*Not counted here$/) as string),
  );
  const legend = screen.getByRole('region', { name: 'Report types' });
  expect(texts(legend, 'dt')).toEqual(['Snapshot', 'Standard', 'F&A', 'B&P', 'UNP', 'E', 'ER']);
  expect(texts(legend, 'dd')).toEqual([
    expect.stringMatching(/./),
    expect.stringMatching(/./),
    'Weekly report for a zone',
    'Bookings per offense code',
    'Unpaid tickets',
    'ePayment report in a date range',
    'ePayment reconciliation',
  ]);
  const years = screen.getAllByRole('region', { name: /^Reporting year/ });
  expect(years).toHaveLength(4);
  for (const [place, year] of [2024, 2023, 2022, 2021].entries()) {
    expect(years[place]).toBe(screen.getByRole('region', { name: `Reporting year ${year}` }));
    const presets = within(years[place] ?? document.body).getAllByRole('listitem');
    expect(presets.map(({ textContent }) => textContent)).toEqual([
      'Daily',
      'Weekly',
      'Monthly',
      'Yearly',
    ]);
  }
});

test('108a, 111: presets of years without records lead nowhere; years that have records are offered above', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] });
  openApp('/report', 'observer');
  const offered = within(await screen.findByRole('region', { name: 'By year' }));
  const years = offered.getAllByRole('heading', { level: 3 });
  expect(years.map(({ textContent }) => textContent)).toEqual(['2026', '2025']);
  const [daily] = offered.getAllByRole('link', { name: 'Daily' });
  expect(daily?.getAttribute('href')).toBe(
    '/reports?kind=standard&from=2026-01-01&to=2026-12-31&by=day',
  );
  const presets = within(screen.getByRole('region', { name: 'Preset reports' }));
  expect(presets.queryAllByRole('link')).toEqual([]);
  const first = screen.getAllByRole('heading', { level: 2 })[0]?.textContent;
  expect(first).toBe('By year');
  vi.useRealTimers();
});
