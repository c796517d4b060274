import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { roles } from '#contract/roles.ts';
import {
  bookingCounts,
  bookingRevenue,
  type Bucket,
  bookingSeries,
  type Series,
} from '#contract/statistics.ts';
import { listUsers } from '#contract/users.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { answersFigures } from './support/figures.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList, anAnswer, aUser } from './support/records.ts';

const panel = (name: string) => screen.findByRole('region', { name });
const items = async (name: string) =>
  within(await screen.findByRole('list', { name })).findAllByRole('listitem');

test.each(roles)('12, 69 to 71: the dashboard shows its panels to the %s', async (role) => {
  openApp('/', role, answersNothing);
  expect(await screen.findByRole('heading', { level: 1, name: 'Base' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Organisation' })).toBeTruthy();
  for (const name of ['Bookings and revenue', 'Live feed', 'Recent Activities', 'Personnel'])
    expect(await panel(name)).toBeTruthy();
  expect((await screen.findAllByRole('region', { name: 'Live Map' })).length).toBeGreaterThan(0);
});

const organisations = ['Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC'];
test.each([
  ['all of them', null, organisations],
  ['Ogun', 'Ogun', ['Ogun']],
] as const)(
  '67, 305: the select offers the four organisations; who works for %s can choose no others',
  async (_whose, state, open) => {
    openApp('/', { role: 'zonal head', state }, answersNothing);
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Organisation' });
    const options = within(select).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(organisations);
    const choosable = options.filter(({ disabled }) => !disabled);
    expect(choosable.map(({ textContent }) => textContent)).toEqual(open);
    expect(select.value).toBe(open[0]);
  },
);

test('67: every panel follows the organisation that is chosen', async () => {
  const { user, server } = openApp('/', { role: 'state admin', state: null }, answersFigures);
  await screen.findByText('₦75,000,000');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Organisation' }), 'Ogun');
  const figures = [bookingCounts, bookingRevenue, bookingSeries];
  for (const endpoint of [...figures, listBookings, listActivities, listUsers])
    await waitFor(() => {
      const sent = server.calls<Endpoint>(endpoint).at(-1)?.sent;
      expect(sent, endpoint.path).toMatchObject({ organisation: 'Ogun' });
    });
});

test('68, 159, 264, 265: counts and revenue stand under Day, Week, Month and Year, as the server counts them', async () => {
  openApp('/', 'state admin', answersFigures);
  const figures = within(await panel('Bookings and revenue'));
  await figures.findByText('₦75,000,000');
  expect(figures.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Day',
    'Week',
    'Month',
    'Year',
  ]);
  expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '₦5,000',
    '1 booking',
    '₦60,000',
    '12 bookings',
    '₦6,150,000',
    '1,230 bookings',
    '₦75,000,000',
    '15,000 bookings',
  ]);
});

test('69: Recent Activities say who did what to which booking, and lead who reads the trail to all of it', async () => {
  openApp('/', 'observer', (server) => {
    answersNothing(server);
    server.answer(listActivities, () =>
      aList({
        id: 'A1',
        at: '2026-11-20T10:00:00.000Z',
        event: 'booking.made',
        who: 'Amina Sule',
        did: 'booked',
        what: 'ACT-101VT',
        detail: '₦12,000, Zaria',
        record: { type: 'booking' as const, id: 'B1' },
      }),
    );
  });
  const [line] = await items('Recent Activities');
  expect(line?.textContent).toMatch(/Amina Sule.*booked.*ACT-101VT.*₦12,000, Zaria/);
  const all = screen.getByRole('link', { name: 'All activity' });
  expect(all.getAttribute('href')).toBe('/activity');
});

test('70, 304b, 304c: Personnel shows colleagues with their last-active time, and who never signed in', async () => {
  openApp('/', 'state admin', (server) => {
    answersNothing(server);
    server.answer(listUsers, ({ query }) => {
      expect(query).toMatchObject({ sort: '-lastActive', limit: 8 });
      const lastActive = new Date(Date.now() - 7_200_000).toISOString();
      return aList(
        aUser({ id: 'U1', firstName: 'Chief', zone: 'Zaria', lastActive }),
        aUser({ id: 'U2', firstName: 'Newcomer', lastActive: null }),
      );
    });
  });
  const [chief, newcomer] = await items('Personnel');
  expect(chief?.textContent).toMatch(/Chief Bello.*State admin, Zaria.*2 hours ago/);
  expect(newcomer?.textContent).toMatch(/Newcomer Bello.*State admin, Hq.*Never logged in/);
});

test.each([
  ['zonal head', true],
  ['operator', false],
] as const)('for the %s a colleague leads to the bookings they made: %s', async (role, leads) => {
  const { address } = openApp('/', role, (server) => {
    answersNothing(server);
    server.answer(listUsers, () =>
      aList(aUser({ id: 'U9', firstName: 'Chief', role: 'operator' })),
    );
  });
  const [chief] = await items('Personnel');
  const row = chief && within(chief).queryByRole('button', { name: /Chief Bello/ });
  expect(row != null).toBe(leads);
  row?.click();
  if (leads) await waitFor(() => expect(address()).toBe('/bookings?bookedBy=U9'));
});

const latest = Array.from({ length: 12 }, (_, place) =>
  aBooking({
    _id: `FEED-${String(99 - place)}`,
    name: 'Danjuma Audu Bako',
    registration: `FED-${place + 101}AA`,
    createdAt: `2026-11-20T10:${String(40 - place)}:00.000Z`,
  }),
);

test('72a, 300c: the Live feed asks for twelve bookings and shows them, the latest first', async () => {
  const { server } = openApp('/', 'booking officer', (given) => {
    answersNothing(given);
    given.answer(listBookings, () => ({ ...aList(...latest), sum: 0 }));
  });
  const shown = await items('Live feed');
  expect(shown).toHaveLength(12);
  for (const [place, { registration }] of latest.entries())
    expect(shown[place]?.textContent).toContain(registration);
  const asked = server.calls(listBookings).filter(({ query }) => query.bookedBy === undefined);
  expect(asked.map(({ query }) => query.limit)).toEqual([12]);
});

test('72b, 72c: an item of the feed opens its booking to be read only, titled with the first name', async () => {
  const [booking = aBooking()] = latest;
  const { user } = openApp('/', 'booking officer', (server) => {
    answersNothing(server);
    server.answer(listBookings, () => ({ ...aList(...latest), sum: 0 }));
    server.answer(readBooking, () => anAnswer(booking));
  });
  const feed = within(await screen.findByRole('list', { name: 'Live feed' }));
  const [first = document.body] = await feed.findAllByRole('button');
  await user.click(first);
  const detail = within(await screen.findByRole('dialog', { name: 'Danjuma' }));
  expect(await detail.findByRole('table', { name: 'Fines' })).toBeTruthy();
  for (const name of ['Pay Bill', 'Check Status', 'Clear Vehicle'])
    expect(detail.queryByRole('button', { name })).toBeNull();
  for (const role of ['textbox', 'combobox', 'checkbox', 'radio'])
    expect(detail.queryAllByRole(role)).toEqual([]);
});

const bucket = (from: string, to: string, figures: Partial<Bucket>): Bucket => ({
  from,
  to,
  hour: null,
  bookings: 0,
  revenue: 0,
  running: false,
  future: false,
  ...figures,
});

const year: Series = {
  period: 'year',
  from: '2026-01-01',
  to: '2026-12-31',
  buckets: [
    bucket('2026-10-01', '2026-10-31', { bookings: 1_200, revenue: 6_000_000 }),
    bucket('2026-11-01', '2026-11-30', { bookings: 1, revenue: 5_000, running: true }),
    bucket('2026-12-01', '2026-12-31', { future: true }),
  ],
  byOffence: [
    { id: 'LGC-16', code: '12050203', name: 'Light violation', count: 1_674, naira: 8_370_000 },
  ],
  asAt: '2026-11-20T10:00:00.000Z',
};

function answersSeries(server: FakeServer): void {
  answersFigures(server);
  server.answer(bookingSeries, () => anAnswer(year));
}

async function bars(name: RegExp) {
  const found = await screen.findByRole('list', { name });
  return within(found).findAllByRole('link');
}

test('a bar of bookings opens those made in its days, a bar of revenue those paid in them', async () => {
  const { user } = openApp('/?period=year&show=bookings', 'state admin', answersSeries);
  const [october] = await bars(/^Bookings by month/);
  expect(october?.getAttribute('href')).toBe(
    '/bookings?by=made&from=2026-10-01&to=2026-10-31&organisation=Kaduna',
  );
  const shown = within(await panel('Chart'));
  await user.click(shown.getByRole('button', { name: 'Revenue' }));
  const [paidInOctober] = await bars(/^Revenue by month/);
  expect(paidInOctober?.getAttribute('href')).toBe(
    '/bookings?by=paid&from=2026-10-01&to=2026-10-31&organisation=Kaduna',
  );
});

test('the table says what the bars say, and its figures open the same rows', async () => {
  const { user } = openApp('/?period=year', 'state admin', answersSeries);
  const opened = (await bars(/^Revenue by month/)).map((bar) => bar.getAttribute('href'));
  const shown = within(await panel('Chart'));
  await user.click(shown.getByRole('button', { name: 'Table' }));
  const table = await screen.findByRole('table', { name: /^Bookings and revenue by month/ });
  const rows = within(table).getAllByRole('row').slice(1, 3);
  const cells = rows.map((row) => within(row).getAllByRole('cell'));
  expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
    ['1,200', '₦6,000,000'],
    ['1', '₦5,000'],
  ]);
  const links = rows.map((row) => within(row).getAllByRole('link')[1]?.getAttribute('href'));
  expect(links).toEqual(opened.slice(0, 2));
});

test('an offence opens the bookings that it was counted in', async () => {
  openApp('/?period=year', 'state admin', answersSeries);
  const [offence] = await bars(/^Most frequent offences/);
  expect(offence?.textContent).toMatch(/LGC-16.*Light violation.*1,674 bookings.*₦8,370,000/);
  expect(offence?.getAttribute('href')).toBe(
    '/bookings?by=made&from=2026-01-01&to=2026-12-31&offence=LGC-16&organisation=Kaduna',
  );
});

test('each figure of a period opens its rows, and the chart has a choice of period', async () => {
  const { user, address } = openApp('/', 'state admin', answersFigures);
  const figures = within(await panel('Bookings and revenue'));
  const count = await figures.findByRole('link', { name: '1,230 bookings' });
  expect(count.getAttribute('href')).toMatch(/^\/bookings\?by=made&from=\d{4}-\d\d-01&to=/);
  const revenue = figures.getByRole('link', { name: '₦6,150,000' });
  expect(revenue.getAttribute('href')).toMatch(/^\/bookings\?by=paid&from=\d{4}-\d\d-01&to=/);
  const chart = within(await panel('Chart'));
  await user.click(chart.getByRole('button', { name: 'Year' }));
  await waitFor(() => expect(address()).toBe('/?period=year'));
  expect(chart.getByRole('button', { name: 'Year' }).getAttribute('aria-pressed')).toBe('true');
});

test('an operator sees the same bars, which open nothing, and the offences of unpaid bookings', async () => {
  openApp('/?period=year', 'operator', answersSeries);
  const shown = within(await panel('Bookings and revenue'));
  const chart = within(await panel('Chart'));
  expect(await chart.findByRole('img', { name: /so far$/ })).toBeTruthy();
  expect(screen.queryByRole('list', { name: /^Revenue by month/ })?.querySelector('a')).toBeFalsy();
  expect(shown.queryByRole('link', { name: '₦6,150,000' })).toBeNull();
  const [offence] = await bars(/^Most frequent offences/);
  expect(offence?.getAttribute('href')).toMatch(/^\/unpaid\?.*offence=LGC-16/);
});

test('a chart that can’t be loaded says so under the counts that stand, and is tried again', async () => {
  let away = false;
  const { user } = openApp('/', 'state admin', (server) => {
    answersFigures(server);
    server.answer(bookingSeries, () =>
      away ? { status: 500, error: 'The figures are being counted.' } : anAnswer(year),
    );
  });
  const counts = within(await panel('Bookings and revenue'));
  const shown = within(await panel('Chart'));
  const cell = await shown.findByRole('button', { name: 'Year' });
  await counts.findByText('1,230 bookings');
  away = true;
  await user.click(cell);
  expect(await shown.findByText('The figures are being counted.')).toBeTruthy();
  expect(counts.getByText('1,230 bookings')).toBeTruthy();
  away = false;
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  expect(await bars(/^Revenue by month/)).not.toEqual([]);
});
