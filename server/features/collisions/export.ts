import { sql } from 'kysely';
import type { Collision, exportCollisions } from '#contract/collisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportList } from '#server/lists/commands.ts';
import { cellsOf, columnsOf } from '#server/lists/table.ts';
import { collisionReference } from '#server/references.ts';
import { collisionListOf, isNarrowed, orderOf } from './list-conditions.ts';
import { collisionsInOrderOf } from './queries.ts';
import { foundBy, inOrder } from './searched-list.ts';

const { text, amount, moment } = columnsOf<Collision>();

/** Statements and evidence are not exported. */
const columns = [
  text('Reference', 24, ({ _id }) => collisionReference(_id)),
  moment('Date', ({ captured, createdAt }) => captured?.madeAt ?? createdAt),
  moment('Received', ({ createdAt }) => createdAt),
  text('Organisation', 13, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  text('Team', 14, ({ team }) => team),
  text('Location', 28, ({ location }) => location),
  amount('Vehicles', 12, counted('noOfCars')),
  amount('Injuries', 12, counted('noOfInjuries')),
  amount('Fatalities', 12, counted('noOfFatalities')),
  text('Cause', 20, ({ facts }) => String(facts['cause'] ?? '')),
  text('Plate Numbers', 30, ({ vehicle }) => named(vehicle.map(({ plate }) => plate))),
  text('Drivers', 36, ({ vehicle }) => named(vehicle.map(({ name }) => name))),
  text('Description', 44, ({ desc }) => desc),
  text('Recorded By', 22, ({ createdBy }) => createdBy.name),
  text('Counts As', 48, linkInWords),
];

/** The sum of a column counts each collision once: one that counts as another says its counts beside. */
function counted(name: 'noOfCars' | 'noOfInjuries' | 'noOfFatalities') {
  return (collision: Collision) => (collision.countsAs === null ? collision[name] : '');
}

function linkInWords({ countsAs, noOfCars, noOfInjuries, noOfFatalities }: Collision): string {
  if (countsAs === null) return '';
  return `${collisionReference(countsAs)}. Here: vehicles ${noOfCars}, injuries ${noOfInjuries}, fatalities ${noOfFatalities}`;
}

const named = (names: readonly string[]): string => names.filter((name) => name !== '').join('; ');

/** Every collision that the filter shows, in the list's order, as a file. 400 beyond `exportLimits`. */
export async function exportCollisionsOf(
  { db, reports, fileAddresses }: Pick<Deps, 'db' | 'reports' | 'fileAddresses'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportCollisions>,
) {
  const list = collisionListOf(caller, filters);
  if (list instanceof Refusal) return list;
  const { sort } = filters;
  const limit = exportLimits[format] + 1;
  const { rows } = isNarrowed(list)
    ? await sql<{ id: string }>`
        select id from (${foundBy(list, limit)}) as hits order by ${orderOf(sort)}`.execute(reports)
    : await sql<{
        id: string;
      }>`${inOrder(list.counted, { sort, limit, where: [list.counts] })}`.execute(reports);
  return exportList(db, actor, caller, {
    event: 'collisions.exported',
    format,
    filters,
    name: 'collisions',
    columns,
    ids: rows.map(({ id }) => id),
    rowsOf: async (ids) =>
      cellsOf(columns, await collisionsInOrderOf({ db: reports, fileAddresses }, ids)),
  });
}
