import { expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import {
  allView,
  judgeFor,
  paidView,
  unpaidView,
  type Sought,
} from '#web/features/bookings/booking-list-view.ts';
import type { ListFilters } from '#web/lists/filters.ts';

const now = '2026-11-21T12:00:00Z';
const fields = {
  _id: '01K0000000AAAAAAAAAAAAAAAA',
  registration: 'ABC-105DE',
  name: 'Musa Danladi',
  phoneNo: '0803 555 0142',
  license: '',
  billRef: null,
  // In Lagos it is the 21st already.
  createdAt: '2026-11-20T23:30:00.000Z',
  paidAt: null,
  completedAt: null,
  withdrawal: null,
  paid: false,
  completed: false,
  organisation: 'Kaduna',
  zone: 'Zaria',
  vehicleType: 'Private',
  price: 12_000,
};
const booking = {
  ...fields,
  offence: [{ id: 'LGC-16' }],
} as Booking;
const paid: Booking = { ...booking, paid: true, paidAt: '2026-11-21T09:00:00.000Z' };

const judge = (view: typeof unpaidView, sought: Partial<Sought>, one = booking) => {
  const change = one.paid ? 'paid' : 'made';
  const news = { type: 'booking', change, booking: one } as const;
  return judgeFor(view, { search: '', filters: {}, ...sought }, news, now)?.is ?? null;
};

test.each<ListFilters>([
  {},
  { zone: 'Zaria', offence: 'LGC-16', vehicleType: 'Private', organisation: 'Kaduna' },
  { min: 12_000, max: 12_000 },
  { period: 'today' },
  { from: '2026-11-21', to: '2026-11-21' },
])('a new booking is news where it matches %o', (filters) => {
  expect(judge(unpaidView, { filters })).toBe('arrived');
});

test.each<ListFilters>([
  { zone: 'Chikun' },
  { offence: 'LGC-01' },
  { vehicleType: 'Commercial' },
  { organisation: 'Ogun' },
  { min: 12_001 },
  { max: 11_999 },
  { to: '2026-11-20' },
  { from: '2026-11-22' },
])('a new booking is no news where it does not match %o', (filters) => {
  expect(judge(unpaidView, { filters })).toBeNull();
});

test.each(['abc105de', 'ABC 1O5 DE', 'abc-i05', '08035550142', 'danladi'])(
  'a new booking is found as %s',
  (search) => {
    expect(judge(unpaidView, { search })).toBe('arrived');
  },
);

test('days of the payment are judged by the payment', () => {
  const filters: ListFilters = { period: 'today', by: 'paid' };
  expect(judge(allView, { filters })).toBeNull();
  expect(judge(allView, { filters }, paid)).toBe('arrived');
  expect(judge(paidView, { filters: { ...filters, by: 'cleared' } }, paid)).toBeNull();
});

const by = { id: 'u1', name: 'Hauwa Bello', role: 'zonal head' } as const;
const withdrawn: Booking = {
  ...booking,
  withdrawal: { reason: 'Booked twice', by, at: '2026-11-21T10:00:00.000Z' },
};

test.each<[typeof unpaidView, ListFilters, 'left' | 'arrived' | null]>([
  [unpaidView, {}, 'left'],
  [paidView, {}, 'left'],
  [allView, {}, null],
  [allView, { withdrawn: 'false' }, 'left'],
  [allView, { withdrawn: 'true' }, 'arrived'],
])(
  'a withdrawn booking leaves the lists by state, and comes to those of withdrawn ones',
  (view, filters, is) => {
    const news = { type: 'booking', change: 'withdrawn', booking: withdrawn } as const;
    expect(judgeFor(view, { search: '', filters }, news, now)?.is ?? null).toBe(is);
  },
);
