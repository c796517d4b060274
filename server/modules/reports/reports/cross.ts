import { type RawBuilder, sql } from 'kysely';
import {
  type CrossAxis,
  crossAxes,
  type CrossMeasure,
  crossMeasures,
  mostCrossColumns,
} from '#contract/modules/reports/cross-tables.ts';
import type { ReportFigure } from '#contract/modules/reports/report-rows.ts';
import { offenceGroups } from '#contract/offences.ts';
import { fullName } from '#server/db/people.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import {
  type Body,
  figuresBy,
  figuresIn,
  type Figures,
  listAt,
  naira,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  sumOf,
  tableOf,
  type Told,
} from './body.ts';
import { endOf, startsIn } from './standard.ts';

/** What narrows the rows to a row or a column. */
type Filters = Readonly<Record<string, string | null>>;

interface Line {
  readonly key: string;
  readonly label: string;
  readonly filters: Filters;
}

/** Beside more columns, as in their heads, there is room for an offence's code alone. */
const mostNamed = 6;

/** The key of all rows, or of all columns, together. */
const all = '';

/** One figure in a table of your own, all of it from what is counted; see `whyNotCrossed`. */
export async function crossed(source: Source): Promise<Body> {
  const { db, scope, days, officer, cross, rows: most } = source;
  const { rows: down = 'zone', columns = 'none', measure = 'issued' } = cross;
  const across = columns === 'none' ? undefined : columns;
  const axes = across === undefined ? [down] : [down, across];
  const has = (...ones: readonly CrossAxis[]) => axes.some((axis) => ones.includes(axis));
  const kind =
    measure === 'collisions'
      ? 'collision'
      : has('officer')
        ? 'officer'
        : has('offence', 'group')
          ? 'offence'
          : 'place';
  const [name = '', isNaira] = measure.split('-');
  const of = (kind === 'collision' ? 'issued' : name) as keyof Figures;
  const [unit, values] =
    isNaira === undefined ? (['count', 'count'] as const) : (['kobo', 'naira'] as const);
  const inUnit = (value: number) => (unit === 'kobo' ? naira(value) : value);
  const isByDay = has('day', 'week');
  const by = has('zone') ? (isByDay ? 'day and zone' : 'zone') : isByDay ? 'day' : undefined;
  const keys = sql.join(axes.map((axis) => keysOf[axis]));
  const asked = { kind, scope, days, officer, by } as const;
  const sums = new Map<string, number>();
  const at = (row: string, column: string) => `${row}\n${column}`;
  const sumAt = (row: string, column: string) => sums.get(at(row, column)) ?? 0;
  const found = [new Set<string>(), new Set<string>()] as const;
  for (const figures of await figuresBy(db, asked, sql`jsonb_build_array(${keys})::text`)) {
    const [row = all, column = all] = (JSON.parse(figures.key) as string[]).map((key, index) =>
      axes[index] === 'group' ? (offenceById(key)?.group ?? '') : key,
    );
    found[0].add(row);
    found[1].add(column);
    for (const cell of new Set([at(row, column), at(row, all), at(all, column), at(all, all)]))
      sums.set(cell, (sums.get(cell) ?? 0) + figures[of][unit]);
  }
  const lines = across
    ? await linesOf(source, across, [...found[1]], (key) => sumAt(all, key))
    : [];
  const rows = await linesOf(
    source,
    down,
    [...found[0]],
    (key) => sumAt(key, all),
    lines.length <= mostNamed,
  );
  const hasOthers = lines.length > mostCrossColumns;
  const shown = hasOthers ? lines.slice(0, mostCrossColumns - 1) : lines;
  const isOfLines = kind === 'offence' && unit === 'count';
  const place = {
    ...placeIn(scope),
    ...days,
    bookedBy: officer ?? null,
    ...(kind === 'offence' && { each: 'offence' }),
  };
  const told = (value: number, row: Filters, column: Filters): Told => [
    inUnit(value),
    listOf(measure, { ...place, ...row, ...column }),
  ];
  const others = exceptFor(across, shown);
  const rowFor = ({ key, label, filters }: Line) =>
    rowOf([
      [label],
      ...shown.map((column) => told(sumAt(key, column.key), filters, column.filters)),
      ...(hasOthers
        ? [
            told(
              sumAt(key, all) - sumOf(shown, (column) => sumAt(key, column.key)),
              filters,
              others,
            ),
          ]
        : []),
      told(sumAt(key, all), filters, {}),
    ]);
  const whole = await figuresIn(db, {
    scope,
    days,
    officer,
    kind: kind === 'collision' || isOfLines ? kind : 'place',
    // Other rows than those of the cells.
    by: isOfLines && by === undefined ? 'day' : undefined,
  });
  const title = crossMeasures[measure];
  return {
    tables: [
      tableOf(
        title,
        {
          [crossAxes[down]]: 'text',
          ...Object.fromEntries(shown.map(({ label }) => [label, values])),
          ...(hasOthers && { 'All others': values }),
          Total: values,
        },
        {
          rows: rows.slice(0, most).map(rowFor),
          of: rows.length,
          total: rowFor({ key: all, label: 'Total', filters: {} }),
          note: isOfLines ? 'A booking with several offences counts once for each of them.' : '',
        },
      ),
    ],
    checks: [
      {
        says: `${title}: total of all rows and columns = overall total`,
        unit: values,
        left: inUnit(sumAt(all, all)),
        right: inUnit(whole[of][unit]),
      },
    ],
    notes: [
      of === 'received'
        ? 'Hanya counts money on the day it was paid.'
        : 'Every record counts on the day it was recorded, whatever happened later.',
    ],
  };
}

const step = (name: string) => sql`date_trunc(${name}, day::timestamp)::date`;

/** What tells the lines of an axis apart. */
const keysOf: Readonly<Record<CrossAxis, RawBuilder<unknown>>> = {
  day: step('day'),
  week: step('week'),
  month: step('month'),
  year: step('year'),
  zone: sql`organisation || '|' || zone`,
  officer: sql`key`,
  offence: sql`key`,
  group: sql`key`,
};

/** The lines of an axis: times in their order, others by what they come to, the largest first. */
async function linesOf(
  { db, scope, days }: Source,
  axis: CrossAxis,
  keys: readonly string[],
  sumOfKey: (key: string) => number,
  isNamed = false,
): Promise<Line[]> {
  const people = db.selectFrom('users').select(['id', fullName().as('name')]);
  const named = axis === 'officer' ? await people.where('id', 'in', [...keys, '']).execute() : [];
  const lineOf = (key: string): Line => {
    if (axis === 'zone') {
      const [organisation = '', zone = ''] = key.split('|');
      const label = scope.organisation === null ? `${zone}, ${organisation}` : zone;
      return { key, label, filters: { organisation, zone } };
    }
    if (axis === 'officer') {
      const label = named.find(({ id }) => id === key)?.name ?? key;
      return { key, label, filters: { bookedBy: key } };
    }
    if (axis === 'group')
      return {
        key,
        label: offenceGroups[key as keyof typeof offenceGroups],
        filters: { group: key },
      };
    if (axis === 'offence') {
      const name = isNamed ? ` ${offenceById(key)?.name ?? ''}` : '';
      return { key, label: `${key}${name}`, filters: { offence: key } };
    }
    const from = key < days.from ? days.from : key;
    const to = endOf(key, axis, days.to);
    // Of a step at the edge only a part lies in the period.
    const part = [
      ...(from === key ? [] : [`from ${from}`]),
      ...(to === endOf(key, axis, '9999') ? [] : [`to ${to}`]),
    ];
    return { key, label: [timeWords[axis](key), ...part].join(' '), filters: { from, to } };
  };
  if (axis in timeWords) return startsIn(days, axis as keyof typeof timeWords).map(lineOf);
  return keys
    .filter((key) => sumOfKey(key) !== 0)
    .toSorted((one, other) => sumOfKey(other) - sumOfKey(one) || (one < other ? -1 : 1))
    .map(lineOf);
}

const timeWords = {
  day: (from: string) => from,
  week: (from: string) => `Week of ${from}`,
  month: (from: string) => from.slice(0, 7),
  // A number alone would be moved before all other names of an object.
  year: (from: string) => `Year ${from.slice(0, 4)}`,
};

/** Leaves out what has a column of its own. */
function exceptFor(axis: CrossAxis | undefined, shown: readonly Line[]): Filters {
  const keys = shown.map(({ key }) => key).join(',');
  return axis === 'zone' ? { exceptZones: keys } : { exceptOffences: keys };
}

/** The list that a figure counts; the report's own rows where no list is so narrow. */
function listOf(measure: CrossMeasure, filters: Filters): string {
  const [name] = measure.split('-') as [ReportFigure];
  if ('each' in filters || 'exceptZones' in filters) return rowsAt(name, filters);
  if (measure === 'collisions') return listAt('/collisions', filters);
  return listAt(name === 'cleared' ? '/completed' : '/bookings', {
    ...filters,
    ...(name === 'paid' && { _boolpaid: 'true' }),
    ...(name === 'withdrawn' && { withdrawn: 'true' }),
    ...(name === 'decided' && { decided: 'true' }),
    ...(name === 'received' && { by: 'paid', min: '1' }),
  });
}
