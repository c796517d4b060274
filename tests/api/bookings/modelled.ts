import fc from 'fast-check';
import { bookingSorts } from '#contract/booking-filters.ts';
import { folded } from '#contract/folding.ts';

export type Officers = Readonly<Record<'0' | '1', string>>;

/** A booking as the model knows it. */
export interface Row {
  readonly id: string;
  readonly organisation: string;
  readonly zone: string;
  readonly at: number;
  readonly kobo: number;
  readonly name: string;
  readonly plate: string;
  readonly vehicleType: string;
  readonly bookedBy: string;
  readonly list: string;
}

export const scopes = {
  zone: { organisation: 'Kaduna', zone: 'Zaria' },
  organisation: { organisation: 'Kaduna', zone: null },
  all: { organisation: null, zone: null },
} as const;

const states: readonly { query: Record<string, string>; holds: readonly string[] }[] = [
  { query: {}, holds: ['unpaid', 'paid', 'completed', 'withdrawn'] },
  { query: { withdrawn: 'false' }, holds: ['unpaid', 'paid', 'completed'] },
  { query: { withdrawn: 'true' }, holds: ['withdrawn'] },
  { query: { _boolpaid: 'false' }, holds: ['unpaid'] },
  { query: { _boolpaid: 'true', _boolcompleted: 'false' }, holds: ['paid'] },
  { query: { _boolcompleted: 'true' }, holds: ['completed'] },
  { query: { _boolcompleted: 'false' }, holds: ['unpaid', 'paid'] },
];

const day = fc.constantFrom('2022-12-25', '2023-01-01', '2024-01-24', '2024-01-31', '2025-01-15');
const naira = fc.integer({ min: 0, max: 7 }).map((thousands) => String(thousands * 1_000));

const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

export const questions = fc
  .record({
    scope: fc.constantFrom('zone', 'organisation', 'all', 'all'),
    state: fc.constantFrom(...states),
    from: sometimes(day),
    to: sometimes(day),
    min: sometimes(naira),
    max: sometimes(naira),
    vehicleType: sometimes(fc.constantFrom('Private', 'Commercial')),
    officer: sometimes(fc.constantFrom('0', '1')),
    // Two letters are no piece of an index.
    search: sometimes(fc.constantFrom('amina', 'Bello ola', 'aaa111', 'mu', 'nobody')),
    plain: fc.boolean(),
    sort: fc.oneof(fc.constantFrom('-createdAt', 'createdAt'), fc.constantFrom(...bookingSorts)),
    limit: fc.integer({ min: 3, max: 30 }),
    // Of the list: the first page, the last, and one beyond it.
    depth: fc.oneof(fc.constantFrom(0, 1, 1.1), fc.double({ min: 0, max: 1, noNaN: true })),
    isHurried: fc.boolean(),
  })
  .filter(({ from, to }) => !from || !to || from <= to)
  .filter(({ min, max }) => !min || !max || Number(min) <= Number(max));

export type Question = typeof questions extends fc.Arbitrary<infer Value> ? Value : never;

/** Half of the questions are narrowed by state, place and days alone. */
export const askedBy = (
  { state, ...question }: Question,
  officers: Officers,
): Record<string, string> => {
  const { from, to, min, max, vehicleType, officer, search, sort, limit } = question;
  const narrowed = question.plain
    ? { from, to }
    : {
        from,
        to,
        min,
        max,
        vehicleType,
        bookedBy: officer && officers[officer],
        _searchname: search,
      };
  const query = { ...state.query, ...narrowed, sort, limit: String(limit) };
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};
const texts: Readonly<Record<string, (row: Row) => boolean>> = {
  amina: ({ name }) => folded(name).includes('amina'),
  'Bello ola': ({ name }) => folded(name) === 'ola bello',
  aaa111: ({ plate }) => plate.startsWith('AAA'),
  mu: ({ name }) => folded(name).includes('mu'),
  nobody: () => false,
};

const lagosDay = (at: number) => new Date(at + 3_600_000).toISOString().slice(0, 10);

/** The whole list in its order, as it is worked out without a database. */
export function modelled(rows: readonly Row[], question: Question, officers: Officers): Row[] {
  const query = askedBy(question, officers);
  const { organisation, zone } = scopes[question.scope];
  const search = texts[query['_searchname'] ?? ''] ?? (() => true);
  const wanted = rows.filter(
    (row) =>
      (organisation ?? row.organisation) === row.organisation &&
      (zone ?? row.zone) === row.zone &&
      question.state.holds.includes(row.list) &&
      lagosDay(row.at) >= (query['from'] ?? '') &&
      lagosDay(row.at) <= (query['to'] ?? '9') &&
      row.kobo >= Number(query['min'] ?? 0) * 100 &&
      row.kobo <= Number(query['max'] ?? Infinity) * 100 &&
      (query['vehicleType'] ?? row.vehicleType) === row.vehicleType &&
      (query['bookedBy'] ?? row.bookedBy) === row.bookedBy &&
      search(row),
  );
  const column = question.sort.replace('-', '');
  const key = (row: Row): string | number =>
    ({
      price: row.kobo,
      zone: row.zone,
      name: folded(row.name),
      registration: folded(row.plate),
    })[column] ?? row.at;
  const sign = question.sort.startsWith('-') ? -1 : 1;
  const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const newest = (a: Row, b: Row) => order(b.at, a.at) || order(b.id, a.id);
  return wanted.toSorted((a, b) => {
    if (column === 'createdAt') return -sign * newest(a, b);
    const plateless =
      column === 'registration' ? order(Number(a.plate === ''), Number(b.plate === '')) : 0;
    return plateless || sign * order(key(a), key(b)) || newest(a, b);
  });
}
