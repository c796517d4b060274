import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { ReportFigure, ReportRowFilters } from '#contract/modules/reports/report-rows.ts';
import type {
  CellKind,
  readReport,
  Report,
  ReportCell,
  ReportRow,
  ReportStep,
  ReportTable,
} from '#contract/modules/reports/reports.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { type Asked, figuresOf, measures } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';

/** What a report is made of: one snapshot, the reader's scope, and the days that were asked for. */
export interface Source {
  readonly db: Database;
  readonly gateways: Deps['gateways'];
  /** What other parts of the product say in reports. */
  readonly consequences: Deps['consequences'];
  readonly scope: Scope;
  readonly days: DayRange;
  /** The day at whose end unpaid tickets are counted; undefined for this moment. */
  readonly at: string | undefined;
  readonly by: ReportStep | undefined;
  /** The id of the officer whose tickets alone count. */
  readonly officer: string | undefined;
  readonly cross: Pick<QueryOf<typeof readReport>, 'rows' | 'columns' | 'measure'>;
  /** The most rows of each table. */
  readonly rows: number;
}

export type Body = Pick<Report, 'tables' | 'checks' | 'notes'>;

type Measure = (typeof measures)[number];
interface Figure {
  readonly count: number;
  readonly kobo: number;
}
export type Figures = Readonly<Record<Measure, Figure>>;
export interface FigureRow extends Figures {
  readonly key: string;
  /** Of a head: the first of its lines' names and offences; else ''. */
  readonly name: string;
  readonly offence: string;
}

type Sums = { key: string; name: string; offence: string } & Record<
  Measure | `${Measure}_kobo`,
  number
>;

/** Figures summed up by what tells their rows apart, in the order of these keys. */
export async function figuresBy(
  db: Database,
  asked: Asked,
  key: RawBuilder<unknown>,
): Promise<FigureRow[]> {
  const columns = measures.flatMap((name) => [name, `${name}_kobo`]);
  const sums = columns.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`);
  const { rows } = await sql<Sums>`
    select ${key} as key, coalesce(min(name), '') as name,
           coalesce(min(offence_id), '') as offence, ${sql.join(sums)}
    from (${figuresOf(asked)}) as items group by 1 order by 1`.execute(db);
  return rows
    .map(({ key: is, name, offence, ...row }) => ({
      key: is,
      name,
      offence,
      ...(Object.fromEntries(
        measures.map((measure) => [measure, { count: row[measure], kobo: row[`${measure}_kobo`] }]),
      ) as Figures),
    }))
    .filter((row) => measures.some((measure) => row[measure].count !== 0));
}

const nothing: Figure = { count: 0, kobo: 0 };
export const noFigures = Object.fromEntries(
  measures.map((measure) => [measure, nothing]),
) as Figures;

/** The figures of everything that was asked for. */
export async function figuresIn(db: Database, asked: Asked): Promise<Figures> {
  const [row] = await figuresBy(db, asked, sql`''`);
  return row ?? noFigures;
}

/** Of those tickets: neither paid nor withdrawn. */
export const outstandingOf = ({ issued, paid, withdrawn, decided }: Figures): Figure => ({
  count: issued.count - paid.count - withdrawn.count - decided.count,
  kobo: issued.kobo - paid.kobo - withdrawn.kobo - decided.kobo,
});

/** Kobo in naira. */
export const naira = (kobo: number): number => kobo / 100;

/** A part of a whole in percent, with one decimal; null of nothing. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** The address of a list with these filters; those without a value are left out. */
export function listAt(
  path: string,
  filters: Readonly<Record<string, string | null | undefined>>,
): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) given.set(name, value);
  const query = given.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The address of the rows behind a figure, where no list has just those. */
export const rowsAt = (
  figure: ReportFigure,
  filters: Readonly<
    Partial<Record<Exclude<keyof ReportRowFilters, 'figure'>, string | null | undefined>>
  >,
): string => listAt('/report-rows', { figure, ...filters });

/** Rows of bookings or collisions that an officer made, or those of everybody. */
export const madeBy = (officer: string | undefined): RawBuilder<SqlBool> =>
  officer === undefined ? sql`true` : sql`created_by = ${officer}`;

/** The filters that narrow a list to the report's place. */
export const placeIn = ({ organisation, zone }: Scope) => ({ organisation, zone });

/** Where a cell leads, beside what it says. */
export type Told = readonly [ReportCell, (string | null)?];

export const rowOf = (told: readonly Told[]): ReportRow => ({
  cells: told.map(([cell]) => cell),
  opens: told.map(([, opens = null]) => opens),
});

type Columns = Readonly<Record<string, CellKind>>;

interface TableParts {
  readonly rows: readonly ReportRow[];
  readonly total?: ReportRow | null;
  readonly note?: string;
  /** The number of all rows, where these are only the first. */
  readonly of?: number;
}

export const tableOf = (
  title: string,
  columns: Columns,
  { rows, total = null, note = '', of = rows.length }: TableParts,
): ReportTable => ({
  title,
  columns: Object.entries(columns).map(([name, kind]) => ({ name, kind })),
  rows: [...rows],
  total,
  note,
  of,
});
