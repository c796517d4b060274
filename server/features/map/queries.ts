import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ShownPosition } from '#contract/booking-fields.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { MapRecords, PlaceName, readMap, readPlaceNames } from '#contract/map.ts';
import { may } from '#contract/roles.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { countsItself } from '#server/db/people.ts';
import { positionIn } from '#server/db/position.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { areasOf } from '#server/features/places/queries.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { withinDays } from '#server/lists/queries.ts';
import { listReach } from '#server/lists/rules.ts';
import { type ListName, totalsIn } from '#server/lists/totals.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { readAreas } from './own-map.ts';

/** At most so many markers of each kind, the newest. */
const markerLimit = 1_000;
const daysShown = 30;

/**
 * The map of the caller's scope: the bookings and collisions of today and the 30 days before
 * (Africa/Lagos), at most the newest 1,000 of each, without withdrawn bookings. `total` also counts
 * those without a position, which is sought among the newest 10,000 of each.
 */
export async function mapOf(
  db: Database,
  caller: Caller,
  { organisation }: QueryOf<typeof readMap>,
): Promise<Outcome<MapRecords>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const from = dayOf(new Date(Date.now() - daysShown * dayMs));
  const seesPaid = may(caller.role, 'see paid bookings');
  const lists: ListName[] = seesPaid ? ['unpaid', 'paid', 'completed'] : ['unpaid'];

  // One after the other: a map that took several connections would keep lists waiting.
  const bookingCount = await countOf(db, { lists, scope, days: { from } });
  const collisionCount = await countOf(db, { lists: ['collisions'], scope, days: { from } });
  const bookings = await positioned<BookingRow>(db, scope, {
    of: 'bookings',
    columns: ['paid', 'completed', 'registration', 'price_kobo'],
    where: seenBookings(caller),
    from,
  });
  const collisions = await positioned<CollisionRow>(db, scope, {
    of: 'collisions',
    columns: ['location'],
    where: countsItself,
    from,
  });
  const total = bookingCount + collisionCount;
  const within = Math.min(bookingCount, listReach) + Math.min(collisionCount, listReach);
  return {
    bookings: bookings.map(({ id, paid, completed, registration, price_kobo, ...row }) => ({
      _id: id,
      paid,
      completed,
      registration,
      price: price_kobo / 100,
      ...placed(row),
    })),
    collisions: collisions.map(({ id, location, ...row }) => ({
      _id: id,
      location,
      ...placed(row),
    })),
    total,
    withPosition: (bookings[0]?.positioned ?? 0) + (collisions[0]?.positioned ?? 0),
    ...(within < total ? { within } : {}),
  };
}

/** Spelt as the index of unpaid bookings is. */
const seenBookings = ({ role }: Caller): RawBuilder<SqlBool> =>
  may(role, 'see paid bookings') ? sql`withdrawn_at is null` : isUnpaid;

interface PlacedRow {
  readonly id: string;
  readonly created_at: Date;
  readonly made_at: Date | null;
  readonly zone: string;
  readonly position: ShownPosition;
  /** The newest ones with a position. */
  readonly positioned: number;
}

interface BookingRow extends PlacedRow {
  readonly paid: boolean;
  readonly completed: boolean;
  readonly registration: string;
  readonly price_kobo: number;
}

interface CollisionRow extends PlacedRow {
  readonly location: string;
}

interface Positioned {
  readonly of: 'bookings' | 'collisions';
  readonly columns: readonly string[];
  readonly where: RawBuilder<SqlBool>;
  /** The first day. */
  readonly from: string;
}

/** Those of the newest that have a position. */
async function positioned<Row>(db: Database, scope: Scope, of: Positioned): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select shown.*, ${positionIn('shown')} as position from (
      select * from (
        select newest.*, count(position_lat) over () as positioned from (${newest(scope, of)}) as newest
      ) as newest
      where position_lat is not null
      order by created_at desc, id desc limit ${markerLimit}
    ) as shown
    order by created_at desc, id desc`.execute(db);
  return rows;
}

/** The newest, each organisation walked in its own index. */
function newest(scope: Scope, { of, columns, where, from }: Positioned): RawBuilder<unknown> {
  const walks = organisationsOf(scope).map((organisation) => {
    const conditions = [
      sql<SqlBool>`${sql.ref(`${of}.organisation`)} = ${organisation}`,
      inScope(of, scope),
      ...withinDays(sql.ref(`${of}.created_at`), { from }),
      where,
    ];
    return sql`(
      select ${sql.join([...placeColumns, ...columns].map((name) => sql.ref(name)))}
      from ${sql.table(of)} where ${sql.join(conditions, sql` and `)}
      order by created_at desc, id desc limit ${listReach})`;
  });
  return sql`
    select * from (${sql.join(walks, sql` union all `)}) as walked
    order by created_at desc, id desc limit ${listReach}`;
}

const nameLimit = 300;
const daysNamed = 365;

/** The names that officers give to places of the caller's scope. */
export async function placeNamesOf(
  db: Database,
  caller: Caller,
  { organisation }: QueryOf<typeof readPlaceNames>,
): Promise<Outcome<PlaceName[]>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const from = dayOf(new Date(Date.now() - daysNamed * dayMs));
  const columns = ['location'];
  const where = seenBookings(caller);
  const bookings = newest(scope, { of: 'bookings', columns, where, from });
  const collisions = newest(scope, { of: 'collisions', columns, where: countsItself, from });
  // Nine of ten positions lie within 0.005 degrees: a device may err, an officer may type too late.
  const { rows } = await sql<PlaceName>`
    select mode() within group (order by location) as name,
      percentile_cont(0.5) within group (order by position_lat) as lat,
      percentile_cont(0.5) within group (order by position_lng) as lng,
      count(*)::integer as records
    from (
      select btrim(regexp_replace(location, '\\s+', ' ', 'g'), ' .,;') as location,
        position_lat, position_lng
      from (select * from (${bookings}) as b union all select * from (${collisions}) as c) as newest
      where position_lat is not null and length(location) <= 60
    ) as cleaned
    -- Long numbers may be somebody's phone.
    where length(location) between 3 and 40 and location !~ '[0-9]{5}'
    group by lower(translate(location, '.,;', ''))
    having count(*) >= 5
      and percentile_cont(0.95) within group (order by position_lat)
        - percentile_cont(0.05) within group (order by position_lat) < 0.005
      and percentile_cont(0.95) within group (order by position_lng)
        - percentile_cont(0.05) within group (order by position_lng) < 0.005
    order by records desc, name limit ${nameLimit}`.execute(db);
  return rows;
}

async function countOf(db: Database, counted: Parameters<typeof totalsIn>[0]): Promise<number> {
  const { rows } = await sql<{ records: number }>`${totalsIn(counted)}`.execute(db);
  return rows[0]?.records ?? 0;
}

const placeColumns = [
  'id',
  'organisation',
  'created_at',
  'made_at',
  'zone',
  'position_lat',
  'position_lng',
  'position_accuracy',
] as const;

function placed({ created_at, made_at, zone, position }: Omit<PlacedRow, 'id'>) {
  return {
    createdAt: created_at.toISOString(),
    captured: made_at && { madeAt: made_at.toISOString() },
    zone,
    position,
  };
}

type Line = readonly (readonly [lng: number, lat: number])[];
interface Areas {
  readonly attribution?: string;
  readonly features: readonly {
    readonly properties: { readonly name: string };
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly Line[] }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Line[])[] };
  }[];
}

interface States {
  readonly states: readonly {
    readonly name: string;
    readonly polygons: readonly (readonly Line[])[];
  }[];
}

const outlines = new URL('../../../contract/outlines/', import.meta.url);
const outlined = async <Held>(name: string): Promise<Held> =>
  JSON.parse(await readFile(new URL(name, outlines), 'utf8')) as Held;

/**
 * What the map draws of an organisation: its state, its areas as far as there are outlines of them,
 * and rivers. Degrees east and north.
 */
export async function outlinesOf({ areasFile }: Pick<Config, 'areasFile'>, state: string) {
  const own = areasFile === undefined ? null : await readAreas(areasFile).catch(() => null);
  const { attribution, features } = own
    ? (JSON.parse(own.text) as Areas)
    : await outlined<Areas>('kaduna-areas.json');
  const { states } = await outlined<States>('nigeria.json');
  const rivers = await outlined<{
    features: readonly { readonly geometry: { readonly coordinates: readonly Line[] } }[];
  }>('rivers.json');
  const names = areasOf(state);
  return {
    credit: attribution ?? 'OpenStreetMap contributors',
    state: states.find(({ name }) => name === state)?.polygons.flat() ?? [],
    areas: features
      .map(({ properties: { name }, geometry: { type, coordinates } }) => ({
        name,
        rings: type === 'Polygon' ? coordinates : coordinates.flat(),
      }))
      .filter(({ name }) => names.includes(name)),
    rivers: rivers.features.flatMap(({ geometry }) => geometry.coordinates),
  };
}
