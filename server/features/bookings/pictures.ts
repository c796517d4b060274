import { sql } from 'kysely';
import { z } from 'zod';
import {
  addPicture,
  type BookingPicture,
  bookingPictureSchema,
  mostPictures,
} from '#contract/booking-pictures.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { carryOut, type Steps } from '#server/acts/carry-out.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import { insertFiles } from '#server/features/files/commands.ts';
import type { Call } from '#server/http/call.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';

interface Pictured {
  readonly id: string;
  readonly created_by: string;
  readonly demo: boolean;
}

/** A booking whose pictures the caller may send: one of their own. */
export async function findToPicture(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<Pictured>> {
  const found = await db
    .selectFrom('bookings')
    .select(['id', 'created_by', 'demo'])
    .where(inScope('bookings', caller.scope))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return found?.created_by === caller.userId ? found : notFound('booking');
}

/** The pictures of a booking, without a check of scope: the caller has made it. */
export async function picturesOf(
  { db, fileAddresses }: Pick<Deps, 'db' | 'fileAddresses'>,
  bookingId: string,
): Promise<BookingPicture[]> {
  const { rows } = await sql`
    select picture.id, picture.shows, picture.taken, picture.file_id, received.sha256,
      received.created_at as "sentAt",
      ${personIn('received.created_by', 'received.created_at')} as "sentBy"
    from booking_files as picture
      left join originals on originals.file_id = picture.file_id
      join files as received on received.id = coalesce(originals.original_id, picture.file_id)
    where picture.booking_id = ${bookingId} order by picture.id`.execute(db);
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ file_id, ...row }) => ({ ...row, address: fileAddresses.of(file_id) }));
}

const rowSchema = bookingPictureSchema
  .omit({ address: true })
  .extend({ file_id: z.string(), sentAt: z.date().transform((at) => at.toISOString()) });

type Sent = BodyOf<typeof addPicture>;

/** Adds a picture to a booking, once under its id. */
export async function pictureBooking(
  deps: Deps,
  call: Call<typeof addPicture, Pictured>,
): Promise<Outcome<BookingPicture>> {
  const { record, body, files } = call;
  const standing = await pictureIn(deps, record, body);
  if (standing) return standing;
  if (files.length === 0) return invalid('img', 'Send the picture as the file img.');
  return carryOut(deps, addPicture, adding(deps), call);
}

/** This very picture where it is there already; another one under its id is a refusal. */
async function pictureIn(
  deps: Pick<Deps, 'db' | 'fileAddresses'>,
  { id }: Pictured,
  { _id, sha256 }: Sent,
): Promise<Outcome<BookingPicture> | undefined> {
  const known = await deps.db
    .selectFrom('booking_files')
    .select('booking_id')
    .where('id', '=', _id)
    .executeTakeFirst();
  if (!known) return undefined;
  const found = (await picturesOf(deps, id)).find((picture) => picture.id === _id);
  return found?.sha256 === sha256 ? found : idTaken;
}

/** Of two that come at once, the second sees the first. */
const adding = (deps: Deps): Steps<typeof addPicture, Pictured, readonly string[]> => ({
  id: ({ id }) => id,
  stores: ({ record }) => ({ sender: record.created_by, isEvidence: true }),
  /** Answers the pictures of this kind that are there. */
  lock: async (trx, { record: { id }, body: { shows } }) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
    const pictures = trx.selectFrom('booking_files').select(['id']).where('booking_id', '=', id);
    return (await pictures.where('shows', '=', shows).execute()).map((picture) => picture.id);
  },
  rule: (others, { body: { _id, shows } }) =>
    !others.includes(_id) && others.length >= (shows === 'signature' ? 1 : mostPictures)
      ? tooMany
      : null,
  change: async (trx, others, { record: { id, created_by, demo }, body }, stored) => {
    const { _id, shows, sha256, taken } = body;
    const [file] = stored;
    if (!file || (file.original ?? file).sha256 !== sha256) return arrivedDamaged;
    // An earlier sending of the same picture was quicker.
    if (others.includes(_id)) return [];
    await insertFiles(trx, stored, { createdBy: created_by, demo });
    const inserted = await trx
      .insertInto('booking_files')
      .values({
        id: _id,
        booking_id: id,
        shows,
        taken: taken ? JSON.stringify(taken) : null,
        file_id: file.id,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new Error(`The id ${_id} of a picture was taken in the meantime.`);
    return { before: null, after: { picture: _id, shows, sha256, ...(taken && { taken }) } };
  },
  answer: async (trx, { record, body }) =>
    (await pictureIn({ db: trx, fileAddresses: deps.fileAddresses }, record, body)) ?? idTaken,
});

const idTaken = new Refusal(
  409,
  'file_id_taken',
  'Another picture already has this id. Select the picture again to send it with a new id.',
);

const tooMany = new Refusal(
  409,
  'too_many_pictures',
  `A booking can have at most ${mostPictures} pictures and one signature.`,
);

const arrivedDamaged = new Refusal(
  409,
  'arrived_damaged',
  'The picture that arrived is not the one that Hanya expected. Send it again.',
);
