import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import { type BlackSpot, type notePlace, type PlaceNote } from '#contract/black-spots.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import { nameThen } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import type { Actor, Caller, Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { organisationFor } from '#server/scope/rules.ts';
import { distance } from './rules.ts';

/** Notes read at most, the newest. */
const mostNotes = 2_000;
/** Metres from the edge of a spot within which a note is about it. */
const notedWithin = 100;

/** Finds the newest note about a spot; null where nobody wrote one. */
export async function notesIn(
  db: Kysely<DB>,
  scope: Scope,
): Promise<(spot: Pick<BlackSpot, 'lat' | 'lng' | 'radius' | 'zone'>) => PlaceNote | null> {
  const notes = await db
    .selectFrom('place_notes')
    .innerJoin('users', 'users.id', 'made_by')
    .where(inScope('place_notes', scope))
    .select(['place_notes.zone', 'lat', 'lng', 'words', 'made_at'])
    .select(nameThen('users', 'made_at').as('by'))
    .orderBy('place_notes.id', 'desc')
    .limit(mostNotes)
    .execute();
  return (spot) => {
    const note = notes.find(
      ({ zone, ...position }) =>
        zone === spot.zone && distance({ position }, spot) <= spot.radius + notedWithin,
    );
    return note ? { words: note.words, by: note.by, at: note.made_at.toISOString() } : null;
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e3) / 1e3;

/** Of two at once both are kept. */
export async function writeNote(
  db: Database,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  { words, lat, lng, ...place }: BodyOf<typeof notePlace>,
): Promise<Outcome<PlaceNote>> {
  const organisation = organisationFor(place, caller.scope, areasOf);
  if (organisation instanceof Refusal) return organisation;
  const said = { zone: place.zone, lat: rounded(lat), lng: rounded(lng), words };
  const own = { id: ulid(), organisation, demo: caller.demo, made_by: caller.userId };
  const { made_at } = await db.transaction().execute(async (trx) => {
    const { id } = own;
    await writeAudit(trx, actor, {
      event: 'place.noted',
      record: 'organisation',
      id: organisation,
      before: null,
      after: { note: id, ...said },
    });
    return trx
      .insertInto('place_notes')
      .values({ ...own, ...said })
      .returning('made_at')
      .executeTakeFirstOrThrow();
  });
  return { words, by: caller.name, at: made_at.toISOString() };
}
