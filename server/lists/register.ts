import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { folded } from '#contract/folding.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type { AskedOf, Chosen, RecordOf, Register, Size, StateOf } from '#contract/register.ts';
import type { Database } from '#server/db/database.ts';
import { onPrimary } from '#server/db/reading/one-read.ts';
import type { Deps } from '#server/deps.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Scope } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { exportRows } from './commands.ts';
import { countedPage, sizeOf } from './counted-page.ts';
import { anyOf, holdsOneOf, textBeforePlace } from './queries.ts';
import { partsLookedFor, spellingsOf } from './rules.ts';
import { readList } from './searches.ts';
import type { ColumnOf } from './table.ts';

/** What is asked, beside page and search, which a register answers by itself. */
type FiltersOf<R extends Register> = Partial<Omit<AskedOf<R>, 'page' | 'limit' | 'search'>>;

/** Which records of a register are asked for. */
export interface RegisterRows<R extends Register, Of, Tables extends keyof Of> {
  /** Those in a scope that filters choose. */
  readonly rows: (
    db: Database,
    scope: Scope,
    filters: FiltersOf<R>,
  ) => SelectQueryBuilder<Of, Tables, object>;
  /** The condition of each state. */
  readonly states: Readonly<Record<StateOf<R>, RawBuilder<boolean>>>;
  /** The id of a record's ticket, by whose words it is searched. */
  readonly ticket?: RawBuilder<string>;
  /** Its own words by which it is searched: some records have no ticket. */
  readonly words?: readonly RawBuilder<string>[];
  /** The kobo that a record adds to the sum of its register, where that has one. */
  readonly kobo?: RawBuilder<number>;
}

/** How they are read. */
export interface RegisterRead<
  R extends Register,
  Of,
  Tables extends keyof Of,
  Row,
> extends RegisterRows<R, Of, Tables> {
  /** Selects what is shown of them, in their order. */
  readonly shown: (
    rows: SelectQueryBuilder<Of, Tables, object>,
    state: StateOf<R> | undefined,
  ) => SelectQueryBuilder<Of, Tables, Row>;
  readonly toWire: (row: Row) => RecordOf<R>;
  /** Of its file. */
  readonly columns: readonly ColumnOf<RecordOf<R>>[];
  /** Read where they are written: they must show what somebody has just done. */
  readonly onPrimary?: true;
}

/** Says which records of a register are asked for, with the types that its queries have. */
export const registerRows = <R extends Register, Of, Tables extends keyof Of>(
  _of: R,
  rows: RegisterRows<R, Of, Tables>,
): RegisterRows<R, Of, Tables> => rows;

/** Says how a register is read, with the types that its queries have. */
export const registerRead = <R extends Register, Of, Tables extends keyof Of, Row>(
  _of: R,
  read: RegisterRead<R, Of, Tables, Row>,
): RegisterRead<R, Of, Tables, Row> => read;

/** Milliseconds that a search may take. */
const searchMs = 2_000;

/** The records of a register in a scope; 403 for a place beyond it. */
export function rowsIn<R extends Register, Of, Tables extends keyof Of>(
  read: RegisterRows<R, Of, Tables>,
  db: Database,
  whole: Scope,
  { search, ...filters }: Chosen,
) {
  const scope = chosenPlace(whole, filters);
  if (scope instanceof Refusal) return scope;
  // The schema of the register has read these filters.
  const rows = read.rows(db, scope, filters as unknown as FiltersOf<R>);
  const isInState = read.states[filters.state as StateOf<R>] as RawBuilder<boolean> | undefined;
  const inState = isInState ? rows.where(isInState) : rows;
  return search ? inState.where(anyOf(holding(read, search))) : inState;
}

/** The record's own words hold the text, or its ticket's plate, names, numbers or reference. */
function holding(
  { ticket, words }: Pick<RegisterRows<Register, unknown, never>, 'ticket' | 'words'>,
  search: string,
): RawBuilder<SqlBool>[] {
  const text = folded(search);
  const parts = partsLookedFor(text, spellingsOf(text));
  const own = words?.flatMap((word) => [sql`folded(${word})`, sql`spelling_key(${word})`]);
  return [
    ...(own
      ? [sql<SqlBool>`${holdsOneOf(sql`lower(concat_ws(E'\\n', ${sql.join(own)}))`, parts)}`]
      : []),
    ...(ticket
      ? [
          sql<SqlBool>`${ticket} in (
            select booking_id from booking_search as found
            where ${holdsOneOf(sql`found.text`, parts)}
              and ${holdsOneOf(textBeforePlace, parts)})`,
        ]
      : []),
  ];
}

/** A page of a register; 403 for a place beyond the scope. */
export async function registerPage<R extends Register, Of, Tables extends keyof Of, Row>(
  read: RegisterRead<R, Of, Tables, Row>,
  db: Database,
  scope: Scope,
  { page, limit, ...asked }: Chosen & { readonly page: number; readonly limit: number },
) {
  const rows = rowsIn(read, db, scope, asked);
  if (rows instanceof Refusal) return rows;
  return readList(asked.search, searchMs, async () => {
    const [shown, amount] = await Promise.all([
      countedPage(
        db,
        rows,
        { page, limit },
        (those) => read.shown(those, asked.state as StateOf<R> | undefined),
        read.toWire,
      ),
      read.kobo && nairaOf(rows, read.kobo),
    ]);
    return { ...shown, ...(amount !== undefined && { amount }) };
  });
}

/** Every match is added up, however many there are. */
async function nairaOf<Of, Tables extends keyof Of>(
  rows: SelectQueryBuilder<Of, Tables, object>,
  kobo: RawBuilder<number>,
): Promise<number> {
  const sum = await rows
    .select(sql<number>`coalesce(sum(${kobo}), 0)::bigint`.as('kobo'))
    .executeTakeFirstOrThrow();
  return (sum as { readonly kobo: number }).kobo / 100;
}

/** Serves a register: a page of it, how many are in each state, and all of it as a file. */
export function serveRegister<R extends Register, Of, Tables extends keyof Of, Row>(
  { serve, db, reading, reports }: Pick<Deps, 'db' | 'reading' | 'reports' | 'serve'>,
  of: R,
  read: RegisterRead<R, Of, Tables, Row>,
): void {
  const { list, file, sizes }: Register = of;
  const reads = read.onPrimary ? onPrimary : asItComes;

  serve(list, ({ query, caller }) => reads(() => registerPage(read, reading, caller.scope, query)));

  serve.download(
    file,
    async ({ query, caller, actor }) => {
      const { format, ...filters } = query;
      const rows = rowsIn(read, reports, caller.scope, filters);
      if (rows instanceof Refusal) return rows;
      const found = await read
        .shown(rows, filters.state as StateOf<R> | undefined)
        .limit(exportLimits[format] + 1)
        .execute();
      return exportRows(db, actor, caller, {
        event: `${of.name}.exported`,
        format,
        filters,
        name: of.name,
        columns: read.columns,
        rows: found.map(read.toWire),
      });
    },
    exportLimit,
  );

  const states = Object.keys(of.tabs);
  if (states.length === 0) return;
  serve(sizes, async ({ query, caller }) => {
    return reads(() =>
      readList(query.search, searchMs, async () => {
        const data: Record<string, Size> = {};
        for (const state of states) {
          const rows = rowsIn(read, reading, caller.scope, { ...query, state });
          if (rows instanceof Refusal) return rows;
          data[state] = await sizeOf(reading, rows);
        }
        return { success: true as const, data };
      }),
    );
  });
}

const asItComes = <T>(work: () => Promise<T>): Promise<T> => work();
