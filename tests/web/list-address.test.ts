import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { vehicleTypes } from '#contract/booking-fields.ts';
import { bookingNarrowing, type BookingSort, bookingSorts } from '#contract/booking-filters.ts';
import { periods } from '#contract/periods.ts';
import { organisationNames } from '#contract/places.ts';
import { bookingView } from '#contract/view-query.ts';
import { draws } from '#tests/support/draws.ts';
import {
  countFilters,
  filterNames,
  givenFilters,
  type ListAddress,
  listAddress,
  type ListGrammar,
  plainGrammar,
  sentFilters,
  viewOfAddress,
  writeListAddress,
} from '#web/lists/list-address.ts';
import { changedSearch, readAddress } from '#web/lists/use-address.ts';

const grammar: ListGrammar<BookingSort, typeof bookingNarrowing> = {
  narrowing: bookingNarrowing,
  moments: { made: 'Made', paid: 'Paid', cleared: 'Cleared' },
  sorts: bookingSorts,
  columns: ['reference', 'date', 'zone', 'amount'],
  usualColumns: ['reference', 'date', 'zone'],
};
const read = (query: string) => readAddress(query, listAddress(grammar));

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const ordered = <T>(pair: readonly [T, T]): readonly [T, T] =>
  pair[0] <= pair[1] ? pair : [pair[1], pair[0]];
const days = fc.oneof(
  fc.record({ period: fc.constantFrom(...periods) }),
  fc
    .tuple(day, day)
    .map(ordered)
    .map(([from, to]) => ({ from, to })),
  fc.record({ from: day }),
  fc.record({ to: day }),
);
const moment = fc.constantFrom('paid' as const, 'cleared' as const, undefined);
const naira = fc.integer({ min: 0, max: 999_999_999 });
const amounts = fc.oneof(
  fc
    .tuple(naira, naira)
    .map(ordered)
    .map(([min, max]) => ({ min, max })),
  fc.record({ min: naira }),
  fc.record({ max: naira }),
  fc.constant({}),
);
const word = fc
  .string({ maxLength: 40 })
  .map((text) => text.replaceAll(/\p{Cc}|\p{Cs}/gu, '').trim());
const filters = fc
  .tuple(
    fc.oneof(
      fc.tuple(days, moment).map(([given, by]) => ({ ...given, by })),
      fc.constant({}),
    ),
    amounts,
    fc.record({
      organisation: fc.constantFrom(...organisationNames, undefined),
      zone: word.map((text) => (text === '' ? undefined : text)),
      offence: fc.constantFrom('LGC-16', 'SCC-01', undefined),
      vehicleType: fc.constantFrom(...vehicleTypes, undefined),
      withdrawn: fc.constantFrom(true, false, undefined),
      bookedBy: fc.constantFrom('01JUSER0000000000000000000', undefined),
    }),
  )
  .map((parts) => givenFilters(Object.assign({}, ...parts)));
const address: fc.Arbitrary<ListAddress<BookingSort, typeof bookingNarrowing>> = fc.record({
  search: word,
  page: fc.integer({ min: 1, max: 1_000_000 }),
  limit: fc.constantFrom(10, 15, 20, 25),
  open: fc.constantFrom('', '01J9ZZZZZZZZZZZZZZZZZZZZZZ'),
  sort: fc.constantFrom(...bookingSorts),
  columns: fc.constantFrom(null, ['amount'], ['zone', 'date'], ['date', 'reference', 'zone']),
  filters,
});

test('what is written into an address is read from it', () => {
  fc.assert(
    fc.property(address, (given) => {
      expect(read(writeListAddress(given, grammar))).toEqual(given);
    }),
    draws(),
  );
});

test('whatever an address says can be read, and written the same each time', () => {
  const names = [
    ...filterNames(grammar),
    'search',
    'page',
    'limit',
    'open',
    'sort',
    'columns',
    'other',
  ];
  const value = fc.oneof(fc.string(), day, fc.constantFrom('0', '-1', '25', 'made', 'date,date'));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value)), (pairs) => {
      const first = read(`?${new URLSearchParams(pairs.map(([a, b]) => [a, b])).toString()}`);
      expect(read(writeListAddress(first, grammar))).toEqual(first);
    }),
    draws(),
  );
});

test('what is as usual is left out of the address', () => {
  expect(writeListAddress(read(''), grammar)).toBe('');
  expect(read('?sort=-createdAt&page=1&limit=10&columns=reference,date,zone')).toEqual(read(''));
});

test('what makes no sense counts as not given', () => {
  const { filters: left, ...rest } = read(
    '?page=0&limit=13&sort=colour&columns=colour&period=always&from=2026-02-30&zone=%20' +
      '&offence=LGC&vehicleType=Boat&min=-1&max=1.5&by=paid&organisation=Kano',
  );
  expect(left).toEqual({});
  expect(rest).toEqual({ ...read(''), filters: undefined });
  expect(read('?from=2026-11-20&to=2026-11-01&min=9&max=1').filters).toEqual({});
  expect(read('?period=today&from=2026-11-01').filters).toEqual({ period: 'today' });
});

test('a list knows only the filters and moments of its grammar', () => {
  const { from, zone } = bookingNarrowing;
  const narrow = listAddress({
    ...grammar,
    narrowing: { from, zone },
    moments: { made: 'Made', paid: 'Paid' },
  });
  const query = '?from=2026-11-01&zone=Zaria&min=5&by=cleared';
  expect(readAddress(query, narrow).filters).toEqual({ from: '2026-11-01', zone: 'Zaria' });
});

test('a list reads a filter by its own schema, whatever other lists know', () => {
  const own = { colour: z.enum(['red', 'blue']), wheels: z.coerce.number().int() };
  const list = listAddress(plainGrammar(own));
  expect(readAddress('?colour=red&wheels=4&zone=Zaria', list).filters).toEqual({
    colour: 'red',
    wheels: 4,
  });
  expect(readAddress('?colour=green&wheels=many', list).filters).toEqual({});
});

test('a change leaves the other parts of an address alone, and takes out what is empty', () => {
  const changes = { open: 'x', page: '', columns: ['zone', 'date'], zone: undefined };
  expect(changedSearch('?zone=Zaria&other=1&page=3', changes)).toBe(
    '?other=1&open=x&columns=zone,date',
  );
});

test('a kept view holds neither the page nor the open record, and the server takes it', () => {
  fc.assert(
    fc.property(address, (given) => {
      const view = viewOfAddress(given, grammar);
      expect(read(view)).toEqual({ ...given, page: 1, open: '' });
      const sent = Object.fromEntries(new URLSearchParams(view));
      expect(bookingView.safeParse(sent).error).toBeUndefined();
    }),
    draws(),
  );
});

test('a period is sent as the days that it has now', () => {
  const now = '2026-11-20T23:30:00Z';
  expect(sentFilters({ period: 'today', zone: 'Zaria' }, now)).toEqual({
    from: '2026-11-21',
    to: '2026-11-21',
    zone: 'Zaria',
  });
});

test('days and amounts count as one filter each', () => {
  expect(countFilters({})).toBe(0);
  expect(countFilters({ from: '2026-11-01', to: '2026-11-02', by: 'paid' })).toBe(1);
  expect(countFilters({ min: 0, max: 5, zone: 'Zaria', period: 'year' })).toBe(3);
});
