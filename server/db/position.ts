import { readFileSync } from 'node:fs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ShownPosition } from '#contract/booking-fields.ts';
import { organisationNames } from '#contract/places.ts';
import {
  aroundOutline,
  outlineOf,
  type Ring,
  type StateOutlines,
} from '#contract/state-outline.ts';

const file = new URL('../../contract/outlines/nigeria.json', import.meta.url);
const outlines = JSON.parse(readFileSync(file, 'utf8')) as StateOutlines;

const polygonOf = (ring: Ring) =>
  sql`polygon ${sql.lit(`(${ring.map(([lng, lat]) => `(${lng},${lat})`).join(',')})`)}`;

/**
 * True of a row whose position lies outside the state of its organisation, or not even beside it, as
 * `liesOutsideOf` tells a device.
 */
function liesOutside(table: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  // PostgreSQL refuses to reckon with numbers so small that their product is 0.
  const degrees = (name: string) => sql`round(${column(name)}::numeric, 6)::float8`;
  const place = sql`point(${degrees('position_lng')}, ${degrees('position_lat')})`;
  const inEach = organisationNames.map((organisation) => {
    const away = outlineOf(outlines, organisation).map(
      (ring) => sql`(${polygonOf(ring)} <-> ${place}) > ${sql.lit(aroundOutline)}`,
    );
    return sql`when ${sql.lit(organisation)} then ${sql.join(away, sql` and `)}`;
  });
  return sql`(${column('position_lat')} is not null
    and case ${column('organisation')} ${sql.join(inEach, sql` `)} else false end)`;
}

/**
 * The position of a record as `shownPositionSchema` has it; null where no device said one. `table` may
 * name another query with these columns.
 */
export function positionIn(table: string): RawBuilder<ShownPosition | null> {
  const column = (name: string) => sql.ref(`${table}.position_${name}`);
  const said = sql`'lat', ${column('lat')}, 'lng', ${column('lng')}, 'accuracy', ${column('accuracy')}`;
  return sql`case when ${column('lat')} is null then null
    when ${liesOutside(table)} then json_build_object(${said}, 'outside', true)
    else json_build_object(${said}) end`;
}
