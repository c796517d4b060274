import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listCollisions } from '#contract/collisions.ts';
import { readMap } from '#contract/map.ts';
import {
  type BlackSpot,
  type BlackSpots,
  type Gap,
  notePlace,
  readBlackSpots,
  readEnforcement,
} from '#contract/modules/reports/black-spots.ts';
import { answersNothing } from './support/answers.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';
import { aCollision, pageOf } from './support/rows.ts';

const aSpot = (changes: Partial<BlackSpot> = {}): BlackSpot => ({
  name: 'Kawo roundabout',
  zone: 'Kaduna North',
  lat: 10.5731,
  lng: 7.4402,
  radius: 84,
  collisions: 16,
  fatal: 1,
  injury: 5,
  damage: 10,
  killed: 2,
  injured: 9,
  weighted: 37,
  shrunk: 31.4,
  moreThanByChance: true,
  halves: [9, 7],
  listed: 18,
  note: { words: 'Humps were built.', by: 'Amina Sule', at: '2026-11-20T10:00:00Z' },
  ...changes,
});

const zeros = () => [0, 0, 0, 0, 0, 0, 0];
const data: BlackSpots = {
  from: '2023-11-29',
  to: '2026-11-27',
  read: 240,
  isCut: true,
  isTested: true,
  withoutPosition: 12,
  inaccurate: 7,
  atDesk: 3,
  elsewhere: 0,
  clustered: 218,
  spots: [
    aSpot(),
    aSpot({ name: 'Television', lat: 10.5, collisions: 4, halves: null, moreThanByChance: false }),
  ],
  causes: [
    { cause: 'overloading', collisions: 130, killed: 4, injured: 31 },
    { cause: '', collisions: 110, killed: 0, injured: 9 },
  ],
  cost: {
    perHead: 1_600_000,
    lives: 70,
    serious: 0.25,
    year: 2024,
    source: 'Its source',
    graded: 3,
    least: 530_000_000,
    most: 1_600_000_000,
  },
  week: {
    band: 4,
    rows: [0, 4, 8, 12, 16, 20].map((hour) => ({
      hour,
      days: zeros().map((_, day) => ({ count: day, level: Math.min(day, 4) })),
      killed: 1,
      injured: 2,
    })),
  },
};

const gapAt = (hour: number, changes: Partial<Gap> = {}): Gap => ({
  organisation: 'Kaduna',
  zone: 'Zaria',
  hour,
  collisions: 6,
  fatal: 1,
  tickets: 3,
  harmShare: 60,
  ticketShare: 1.5,
  gap: 58.5,
  says: 'much harm, few bookings',
  ...changes,
});

const gaps = [
  gapAt(8),
  gapAt(12, { gap: -20.5, says: null }),
  ...Array.from({ length: 30 }, (_, at) => gapAt(0, { zone: `Zone ${at}` })),
];

const open = (address: string, answered = data) =>
  openApp(address, 'state admin', (server) => {
    answersNothing(server);
    server.answer(readBlackSpots, () => anAnswer(answered));
    server.answer(readEnforcement, () => anAnswer({ from: '2026-08-28', to: '2026-11-27', gaps }));
    server.answer(listCollisions, ({ query }) => pageOf([aCollision(1)], query));
  });

test('spots come with their chance, what was left out is said, and a spot opens its collisions', async () => {
  const { user, server } = open('/black-spots?zone=Zaria&metres=250');
  const list = await screen.findByRole('table', { name: 'Black spots' });
  await within(list).findByText('Kawo roundabout');
  const rows = within(list)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows[1]).toMatch(
    /1Kawo roundabout.*8 to 24 by chance.*2 killed, 9 injured.*9, then 7: within chance.*More than expected by chance/,
  );
  expect(rows[2]).toMatch(/2Television.*Too few for a trend/);
  expect(rows[2]).not.toContain('More than expected by chance');
  const legend = screen.getByRole('region', { name: 'How to read this page' }).textContent;
  for (const said of [
    'within 250 m',
    'fatal 12, injury 3, damage only 1',
    '12 without a position',
    '7 less accurate than 125 m',
    '3 that were probably entered at a desk',
    'newest 20,000',
  ])
    expect(legend).toContain(said);
  expect(document.body.textContent).not.toMatch(/dangerous/i);
  await user.click(screen.getByRole('link', { name: 'Show the collisions at Kawo roundabout' }));
  await waitFor(() =>
    expect(server.calls(listCollisions).at(-1)?.sent).toMatchObject({
      near: '10.5731,7.4402,84',
      zone: 'Zaria',
      from: '2023-11-29',
    }),
  );
  expect(await screen.findByText('84 m around 10.5731, 7.4402')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Remove.*Within|Within.*remove/i }));
  await waitFor(() => expect(server.calls(listCollisions).at(-1)?.sent).not.toHaveProperty('near'));
});

test('hours and weekdays are a table, and too few positions are said to be untested', async () => {
  open('/black-spots', { ...data, isTested: false, clustered: 150, spots: [] });
  const table = await screen.findByRole('table', { name: /Collisions by hour and weekday/ });
  const row = within(table).getByRole('row', { name: /^08 to 12/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0', '1', '2', '3', '4', '5', '6', '1', '2']);
  expect(screen.getByText(/needs 200 positions, and there are 150/)).toBeTruthy();
  expect(screen.getByText(/No place has 4 or more collisions/)).toBeTruthy();
});

test('causes are a table, and the cost of harm is an estimate that says what it takes for serious', async () => {
  open('/black-spots');
  const table = await screen.findByRole('table', { name: 'Collisions by main cause' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
    'Overloading130431',
    'Not recorded11009',
  ]);
  expect(
    screen.getByText(/^Estimated cost of harm: ₦530,000,000 to ₦1,600,000,000/).textContent,
  ).toMatch(/the 3 people recorded.*everyone injured.*₦1,600,000 in 2024 \(Its source\)/);
});

test('harm stands beside tickets with its words, the widest gaps to either side, for the days of the page', async () => {
  const { server } = open('/black-spots?zone=Zaria&from=2025-01-01&to=2026-11-27');
  const table = await screen.findByRole('table', { name: /^Harm and bookings by zone and hours/ });
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(25);
  expect(rows[1]?.textContent).toBe('Zaria08 to 12Much harm, few bookings6160%31.5%+58.5');
  expect(rows[2]?.textContent).toBe('Zaria12 to 16Too few collisions6160%31.5%−20.5');
  expect(
    screen.getByText(/only the 12 widest gaps in each direction, out of 32 in all/),
  ).toBeTruthy();
  expect(server.calls(readEnforcement).map(({ sent }) => sent)).toEqual([
    { zone: 'Zaria', from: '2025-01-01', to: '2026-11-27' },
  ]);
});

test('distance and least number are asked for as they are chosen', async () => {
  const { user, server } = open('/black-spots');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: /^Distance/ }));
  await user.click(await screen.findByRole('button', { name: '500 m' }));
  await waitFor(() =>
    expect(server.calls(readBlackSpots).map(({ sent }) => sent)).toEqual([{}, { metres: '500' }]),
  );
});

test('who sees black spots finds them from the collisions, nobody else does', async () => {
  open('/collisions');
  expect((await screen.findByRole('link', { name: 'Black spots' })).getAttribute('href')).toBe(
    '/black-spots',
  );
});

test('the map asks for black spots once they are switched on, and says them in words', async () => {
  window.innerWidth = 1440;
  const { user, server } = open('/map');
  const control = await screen.findByRole('button', { name: 'Black spots', pressed: false });
  await waitFor(() => expect(server.calls(readMap).length).toBeGreaterThan(0));
  expect(server.calls(readBlackSpots)).toHaveLength(0);
  await user.click(control);
  const list = await screen.findByRole('list', { name: '2 black spots' });
  expect(server.calls(readBlackSpots).map(({ sent }) => sent)).toEqual([{}]);
  await user.click(within(list).getByRole('button', { name: /^1\. Kawo roundabout/ }));
  const words =
    '16 collisions, 8 to 24 by chance. 2 killed, 9 injured. More than expected by chance.';
  expect(
    (await screen.findByText('1. Kawo roundabout', { selector: 'b' })).parentElement?.textContent,
  ).toContain(words);
  expect(document.body.textContent).not.toMatch(/dangerous/i);
  expect(screen.getByRole('link', { name: 'Show its collisions' }).getAttribute('href')).toContain(
    '/collisions?from=2023-11-29&to=2026-11-27&near=10.5731%2C7.4402%2C84',
  );
  await user.click(screen.getByRole('button', { name: 'Black spots', pressed: true }));
  expect(screen.queryByRole('list', { name: '2 black spots' })).toBeNull();
  expect(server.calls(readBlackSpots)).toHaveLength(1);
});

test('a place of the list opens on the map, which asks for the same spots', async () => {
  const { user, server } = open('/black-spots?zone=Zaria&metres=250');
  await user.click(await screen.findByRole('link', { name: 'On the map: Television' }));
  expect(await screen.findByText('2. Television', { selector: 'b' })).toBeTruthy();
  expect(server.calls(readBlackSpots).at(-1)?.sent).toEqual({ zone: 'Zaria', metres: '250' });
});

test('who may not read black spots gets no switch, and an address fetches nothing', async () => {
  const { server } = openApp('/map?spots=on', 'booking officer', answersNothing);
  await screen.findByRole('heading', { level: 1, name: 'Live Map' });
  expect(screen.queryByRole('button', { name: 'Black spots' })).toBeNull();
  expect(server.calls(readBlackSpots)).toHaveLength(0);
});

test('what was done at a place stands there with who wrote it, and is written anew', async () => {
  const { user, server } = open('/black-spots?organisation=Kaduna');
  server.answer(notePlace, ({ body: { words } }) =>
    anAnswer({ words, by: 'Amina Sule', at: '2026-11-21T10:00:00Z' }),
  );
  const list = await screen.findByRole('list', { name: 'Work done at the spots' });
  expect(list.textContent).toMatch(
    /1\. Kawo roundaboutHumps were built\.Amina Sule, .*2\. TelevisionHumps/,
  );
  await user.click(screen.getByRole('button', { name: 'Record work done at Television' }));
  const words = await screen.findByRole('textbox', { name: /What was done/ });
  expect(words).toHaveProperty('value', 'Humps were built.');
  await user.clear(words);
  await user.type(words, 'A light was set up.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /What was done/ })).toBeNull());
  expect(server.calls(notePlace)).toMatchObject([
    {
      body: {
        organisation: 'Kaduna',
        zone: 'Kaduna North',
        lat: 10.5,
        lng: 7.4402,
        words: 'A light was set up.',
      },
    },
  ]);
});
