import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import {
  type BlackSpot,
  type notePlace,
  type PlaceNote,
} from '#contract/modules/reports/black-spots.ts';
import type { Organisation } from '#contract/places.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { nameThen } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { distance } from '#server/degrees.ts';
import { areasOf } from '#server/features/places/queries.ts';
import type { Scope } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { organisationFor } from '#server/scope/rules.ts';

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

interface Noted {
  /** Of the note to be. */
  readonly id: string;
  readonly organisation: Organisation;
}

/** Of two at once both are kept. */
export const noting: Steps<typeof notePlace, undefined, Noted> = {
  id: (_none, { organisation }) => organisation,
  lock: (_trx, { body: { organisation, zone }, caller: { scope } }) => {
    const place = organisationFor({ organisation, zone }, scope, areasOf);
    return Promise.resolve(place instanceof Refusal ? place : { id: ulid(), organisation: place });
  },
  change: async (trx, { id, organisation }, { body, caller: { userId, demo } }) => {
    const { zone, words } = body;
    const said = { zone, lat: rounded(body.lat), lng: rounded(body.lng), words };
    await trx
      .insertInto('place_notes')
      .values({ id, organisation, demo, made_by: userId, ...said })
      .execute();
    return { before: null, after: { note: id, ...said } };
  },
  answer: async (trx, { caller: { name } }, { id }) => {
    const note = trx.selectFrom('place_notes').select(['words', 'made_at']).where('id', '=', id);
    const { words, made_at } = await note.executeTakeFirstOrThrow();
    return { words, by: name, at: made_at.toISOString() };
  },
};
