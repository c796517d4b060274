import { sql } from 'kysely';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { decideDouble } from '#contract/collision-doubles.ts';
import { exportCollisions, listCollisions } from '#contract/collisions.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { readMap } from '#contract/map.ts';
import { readBlackSpots } from '#contract/modules/reports/black-spots.ts';
import { readReport } from '#contract/modules/reports/reports.ts';
import type { Database } from '#server/db/database.ts';
import { compareFigures } from '#server/figures/verification.ts';
import type { Client } from './client.ts';
import { exportedRows } from './exported.ts';
import type { Person } from './people.ts';
import { tableIn, totalOf } from './report-histories.ts';
import type { TestApp } from './test-app.ts';

type Days = Readonly<Record<'from' | 'to', string>>;

/** Decides about a pair. */
export const decide = (by: Client, id: string, body: SentBody<typeof decideDouble>) =>
  by.call(decideDouble, { params: { id }, body });

/** A collision of so long ago, without a trail: no call records one. */
export async function oldCollision(
  db: Database,
  officerId: string,
  { at, zone = 'Zaria', cars = 2, injuries = 0, fatalities = 0 }: Record<string, string | number>,
): Promise<string> {
  const id = ulid();
  await sql`insert into collisions (id, body_hash, organisation, zone, created_at, created_by, team,
      location, description, cars, injuries, fatalities, notes)
    values (${id}, '', 'Kaduna', ${zone}, ${at}, ${officerId}, '', 'Old road', '', ${cars},
      ${injuries}, ${fatalities}, '')`.execute(db);
  return id;
}

/** Notes that two may be one, as their recording would. */
export async function notePair(db: Database, one: string, other: string): Promise<void> {
  const [first, second] = [one, other].toSorted();
  await sql`insert into collision_doubles (first_id, second_id, likeness, minutes)
    values (${first}, ${second}, 1, 0) on conflict do nothing`.execute(db);
}

/**
 * What each part of the product says of the collisions of some days, and of all of them. The list as a
 * file is among it where it is asked for: an account takes few in a minute.
 */
export async function toldOf(app: TestApp, by: Person, days: Days, takesFile = false) {
  const report = async (kind: string, asked: Record<string, string> = {}) =>
    (await by.ok(readReport, { query: { kind, ...asked } })).data;
  const list = await by.ok(listCollisions, { query: { ...days, limit: '100' } });
  const deep = await by.ok(listCollisions, { query: { ...days, limit: '1', page: '2' } });
  const standard = await report('standard', days);
  const happened = standard.tables[0];
  if (!happened) throw new Error('Nothing happened.');
  const total = totalOf(happened);
  const cross = await report('cross', {
    ...days,
    rows: 'zone',
    columns: 'month',
    measure: 'collisions',
  });
  const stands = await report('snapshot');
  const spots = (await by.ok(readBlackSpots, { query: days })).data;
  const map = (await by.ok(readMap, {})).data;
  const rows = takesFile ? await exportedRows(app, by, exportCollisions, days) : [];
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  expect(await compareFigures(app.db, 9)).toEqual([]);
  return {
    listed: list.data.map(({ _id }) => _id).toSorted(),
    counts: {
      list: list.total,
      deep: deep.total,
      standard: total['Collisions'],
      cross: cross.tables[0]?.total?.cells.at(-1) ?? 0,
      spots: spots.read,
      ...(takesFile && { exported: rows.length }),
    },
    killed: {
      standard: total['Killed'],
      spots: spots.causes.reduce((sum, { killed }) => sum + killed, 0),
      ...(takesFile && { exported: sumOf('Fatalities') }),
    },
    injured: {
      standard: total['Injured'],
      spots: spots.causes.reduce((sum, { injured }) => sum + injured, 0),
      ...(takesFile && { exported: sumOf('Injuries') }),
    },
    ...(takesFile && { vehicles: sumOf('Vehicles') }),
    all: totalOf(tableIn(stands, 'Bookings and collisions by zone'))['Collisions'],
    map: map.total,
    onMap: map.collisions.map(({ _id }) => _id).toSorted(),
    checks: [standard, cross, stands].flatMap(({ checks }) =>
      checks.filter(({ left, right }) => left !== right),
    ),
  };
}
