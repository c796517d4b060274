import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { unpaidBookings } from '#web/features/bookings/list/booking-list.tsx';
import { type LiveNews, tellNews } from '#web/live/events.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import {
  aBooking,
  aCollision,
  amina,
  bookingsOf,
  many,
  pageOf,
  shownPlates,
  shownRows,
} from './support/rows.ts';

// The delay before events are applied is random; here it is short.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

type Change = Extract<LiveNews, { type: 'booking' }>['change'];
const tell = (change: Change, booking: Booking) =>
  act(() => tellNews({ type: 'booking', change, booking }));

/** A list over these bookings, of which some `belong` in it if the server is asked about them. */
const oneself = { ...amina, id: 'oneself' };

function openList(address: string, all: readonly Booking[], belong: readonly Booking[]) {
  const app = openApp(address, { role: 'zonal head', id: oneself.id }, (server) => {
    server.answer(listBookings, ({ query }) =>
      bookingsOf(query.ids ? belong.filter(({ _id }) => query.ids?.includes(_id)) : all, query),
    );
  });
  return { ...app, asked: () => askedAbout(app.server) };
}

/** What the server was asked about single bookings, as it was asked. */
const askedAbout = (server: FakeServer) =>
  server.calls(listBookings).flatMap(({ sent }) => ('ids' in sent ? [sent] : []));

const [last, before] = [aBooking(40), aBooking(39)];
const three = () => waitFor(() => expect(shownRows()).toHaveLength(3));

test('bookings that come meanwhile are told once the server says that they belong, and shown when asked for', async () => {
  const all = many(3, aBooking);
  const { user, asked } = openList('/unpaid?search=ktn&zone=Zaria', all, [last]);
  await three();
  tell('made', before);
  tell('made', last);
  expect(await screen.findByText('1 new booking')).toBeTruthy();
  expect(asked()).toEqual([
    {
      _boolpaid: 'false',
      _searchname: 'ktn',
      zone: 'Zaria',
      ids: `${before._id},${last._id}`,
      page: '1',
      limit: '2',
    },
  ]);
  expect(shownRows()).toHaveLength(3);
  all.unshift(last);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(shownPlates()[0]).toBe('KTN-140AB'));
  expect(screen.queryByText('1 new booking')).toBeNull();
});

test(
  'rows that the server no longer finds in the list have moved on',
  { tags: 'night' },
  async () => {
    const all = many(3, aBooking);
    openList('/unpaid', all, [aBooking(1)]);
    await three();
    const paid = { paid: true, paidAt: '2026-11-20T11:00:00.000Z' };
    tell('paid', aBooking(2, paid));
    tell('withdrawn', aBooking(1));
    expect(await screen.findByText('1 booking moved on')).toBeTruthy();
    act(() => tellNews({ type: 'gone', record: 'booking', id: aBooking(3)._id }));
    expect(await screen.findByText('2 bookings moved on')).toBeTruthy();
  },
);

test('a booking leaves the list of those without a bill once its bill is made', async () => {
  openList('/bookings?billed=false', many(3, aBooking), []);
  await three();
  tell('billed', aBooking(2));
  expect(await screen.findByText('1 booking moved on')).toBeTruthy();
});

test.each<[string, readonly Change[]]>([
  ['/unpaid', ['made']],
  ['/paid', ['paid']],
  ['/completed', ['cleared']],
  ['/bookings', ['made']],
  ['/bookings?period=year&by=paid', ['paid']],
  ['/bookings?withdrawn=true', ['withdrawn']],
  ['/bookings?billed=true', ['billed']],
])(
  'the list at %s asks about a booking that it does not show only when it was %s',
  async (path, bring) => {
    const { asked } = openList(path, many(3, aBooking), []);
    await three();
    const changes = ['made', 'billed', 'paid', 'cleared', 'withdrawn'] as const;
    const others = changes.filter((change) => !bring.includes(change));
    for (const [place, change] of others.entries()) tell(change, aBooking(50 + place));
    for (const change of bring) tell(change, last);
    await waitFor(() => expect(asked().map(({ ids }) => ids)).toEqual([last._id]));
  },
);

test('the bill of a row that is shown is asked nobody about', async () => {
  const { asked } = openList('/unpaid', many(3, aBooking), [last]);
  await three();
  tell('billed', aBooking(1, { billRef: 'BILL-1' }));
  // Whatever was to be asked is asked together with this one.
  tell('made', last);
  expect(await screen.findByText('1 new booking')).toBeTruthy();
  expect(asked().map(({ ids }) => ids)).toEqual([last._id]);
});

test(
  'a booking that came and moved on before anybody looked is no news',
  { tags: 'night' },
  async () => {
    const belong = [last];
    openList('/unpaid', many(3, aBooking), belong);
    await three();
    tell('made', last);
    expect(await screen.findByText('1 new booking')).toBeTruthy();
    belong.pop();
    tell('withdrawn', last);
    await waitFor(() => expect(screen.queryByText('1 new booking')).toBeNull());
  },
);

test(
  'what one books oneself elsewhere comes to the front by itself',
  { tags: 'night' },
  async () => {
    const own = aBooking(40, { createdBy: oneself });
    const all = many(3, aBooking);
    openList('/unpaid', all, [own]);
    await three();
    all.unshift(own);
    tell('made', own);
    await waitFor(() => expect(shownPlates()[0]).toBe('KTN-140AB'));
    expect(screen.queryByText(/new booking/)).toBeNull();
  },
);

test('a collision that comes meanwhile is told where the server finds it, also in a search', async () => {
  const collision = aCollision(40);
  const { server } = openApp('/collisions?search=zaria', 'zonal head', (made) => {
    made.answer(listCollisions, ({ query }) =>
      pageOf(query.ids ? [collision] : many(3, aCollision), query),
    );
  });
  await three();
  act(() => tellNews({ type: 'collision', change: 'recorded', collision }));
  expect(await screen.findByText('1 new collision')).toBeTruthy();
  expect(server.calls(listCollisions).at(-1)?.sent).toEqual({
    _searchfirstName: 'zaria',
    ids: collision._id,
    page: '1',
    limit: '1',
  });
});

test('an event draws no row anew but the one that it is about', async () => {
  const all = many(3, aBooking);
  const plate = unpaidBookings.columns.find(({ key }) => key === 'registration');
  if (!plate) throw new Error('The list has no column of plates.');
  const drawn = vi.spyOn(plate, 'cell');
  openList('/unpaid', all, []);
  await three();
  await screen.findByText('3 bookings');
  drawn.mockClear();

  tell('paid', aBooking(39, { paid: true }));
  tell('billed', aBooking(38, { billRef: 'BILL-38' }));
  expect(drawn).not.toHaveBeenCalled();

  tell('billed', { ...aBooking(2), billRef: 'BILL-2' });
  await waitFor(() => expect(drawn).toHaveBeenCalled());
  const plates = drawn.mock.calls.map(([booking]) => booking.registration);
  expect(new Set(plates)).toEqual(new Set([aBooking(2).registration]));
  drawn.mockRestore();
});
