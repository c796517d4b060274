import { sql } from 'kysely';
import { z } from 'zod';
import {
  type addPicture,
  type BookingPicture,
  bookingPictureSchema,
  mostPictures,
} from '#contract/booking-pictures.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '#server/features/files/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { inScope } from '#server/scope/conditions.ts';

interface Pictured {
  readonly id: string;
  readonly created_by: string;
  readonly demo: boolean;
}

/** A booking whose pictures the caller may send: its officer, or a superior who lets in late records. */
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
  const maySend = found?.created_by === caller.userId || may(caller.role, 'let in late records');
  return found && maySend ? found : notFound('booking');
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

/** Adds a picture to a booking, once under its id, with its row of the trail. */
export async function pictureBooking(
  deps: Deps,
  actor: Actor,
  booking: Pictured,
  sent: Sent,
  files: readonly UploadedFile[],
): Promise<Outcome<BookingPicture>> {
  const standing = await pictureIn(deps, booking, sent);
  if (standing) return standing;
  if (files.length === 0) return invalid('img', 'Send the picture as the file img.');
  const added = await withStoredFiles(
    deps,
    files,
    ([file]) => (file ? insert(deps, actor, booking, sent, file) : Promise.resolve(idTaken)),
    { sender: booking.created_by, isEvidence: true },
  );
  if (added instanceof Refusal) return added;
  return (await pictureIn(deps, booking, sent)) ?? idTaken;
}

/** This very picture where it is there already; another one under its id is a refusal. */
async function pictureIn(
  deps: Deps,
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

/** In one transaction; of two that come at once, the second sees the first. */
async function insert(
  { db }: Deps,
  actor: Actor,
  { id, created_by, demo }: Pictured,
  { _id, shows, sha256, taken }: Sent,
  file: StoredFile,
): Promise<Outcome<true>> {
  const received = file.original?.sha256 ?? file.sha256;
  if (received !== sha256) return arrivedDamaged;
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
    const others = await trx
      .selectFrom('booking_files')
      .select(['id'])
      .where('booking_id', '=', id)
      .where('shows', '=', shows)
      .execute();
    // An earlier sending of the same picture was quicker.
    if (others.some((other) => other.id === _id)) return true;
    if (others.length >= (shows === 'signature' ? 1 : mostPictures)) return tooMany;
    await insertFiles(trx, [file], { createdBy: created_by, demo });
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
    if (!inserted) throw new Error(`The id ${_id} of a picture was taken meanwhile.`);
    await writeAudit(trx, actor, {
      event: 'booking.pictured',
      record: 'booking',
      id,
      before: null,
      after: { picture: _id, shows, sha256, ...(taken && { taken }) },
    });
    return true;
  });
}

const idTaken = new Refusal(
  409,
  'file_id_taken',
  'A picture has this id already. Choose it again and send it under a new one.',
);

const tooMany = new Refusal(
  409,
  'too_many_pictures',
  `A booking holds ${mostPictures} pictures and one signature at most.`,
);

const arrivedDamaged = new Refusal(
  409,
  'arrived_damaged',
  'What arrived is not the picture that was announced. Send it again.',
);
