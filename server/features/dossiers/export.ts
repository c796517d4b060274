import { sql } from 'kysely';
import { identifies } from '#contract/identities.ts';
import { type exportPerson, personFileLimit } from '#contract/person-files.ts';
import { recordsWith } from '#contract/records.ts';
import type { Database } from '#server/db/database.ts';
import { nameThen } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { bookingsInOrderOf } from '#server/features/bookings/queries.ts';
import { lookupsAbout } from '#server/features/lookups/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayOf } from '#server/time.ts';
import { type About, bookingsAbout, vehiclesAbout } from './matches.ts';

type PersonFile = Download<(typeof exportPerson)['download'][number]>;

/** The latest so many look-ups. */
const lookupLimit = 5_000;

const tooMany = new Refusal(
  400,
  'too_long',
  `More than ${personFileLimit.toLocaleString('en-NG')} records have this number, so it does not belong to one person.`,
);

/**
 * All that is kept about the owner of a plate, licence or phone number, in the caller's scope. The
 * same records' words about others, such as the other drivers of a collision, are left out.
 */
export async function exportPersonOf(
  { db, reports, lookups }: Pick<Deps, 'db' | 'reports' | 'lookups'>,
  actor: Actor,
  caller: Caller,
  about: About,
): Promise<Outcome<PersonFile>> {
  const ids = await bookingIds(reports, caller, about);
  const collisions = await collisionsOf(reports, caller, about);
  if (ids.length > personFileLimit || collisions.length > personFileLimit) return tooMany;
  const bookings = await bookingsInOrderOf(reports, ids);
  const records = [...ids, ...collisions.map(({ _id }) => _id)];
  await lookups.flush();
  const names = bookings.flatMap(({ name, phoneNo, phoneTwo, license, registration }) => [
    name,
    ...[phoneNo, phoneTwo].filter((phone) => identifies('phone', phone)),
    ...(identifies('license', license) ? [license] : []),
    ...(identifies('plate', registration) ? [registration] : []),
  ]);
  const digests = [...new Set([about.value, ...names])].flatMap((name) => lookups.digestsOf(name));
  const seenBy = await lookupsAbout(reports, { records, digests }, lookupLimit);
  const now = new Date();
  const content = {
    about,
    made: { at: now.toISOString(), by: caller.name },
    bookings,
    pictures: await picturesAbout(reports, ids),
    messages: await messagesAbout(reports, ids),
    disputes: await disputesAbout(reports, ids),
    courtCases: await courtCasesAbout(reports, ids),
    obligations: await obligationsAbout(reports, ids),
    refunds: await refundsAbout(reports, ids),
    holds: await holdsAbout(reports, ids),
    mistakes: await mistakesAbout(reports, ids),
    optOuts: await optOutsAbout(reports, ids),
    collisions,
    changes: await changesOf(reports, records),
    seenBy,
  };
  await db.transaction().execute((trx) =>
    writeAudit(trx, actor, {
      event: 'person.exported',
      record: 'user',
      id: caller.userId,
      before: null,
      after: { of: about.of, bookings: bookings.length, collisions: collisions.length },
    }),
  );
  lookups.note(caller, { kind: 'export', asked: about.value, rows: records.length });
  return {
    type: 'application/json',
    name: `person-${dayOf(now)}.json`,
    content: Buffer.from(JSON.stringify(content, null, 2)),
  };
}

/** One more than the file may hold, where there are so many. */
async function bookingIds(db: Database, caller: Caller, about: About): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where(bookingsAbout(caller, about))
    .orderBy('created_at', 'desc')
    .limit(personFileLimit + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** The kept pictures of these bookings, the driver's signature among them. */
async function picturesAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select picture.booking_id as booking, picture.shows, picture.taken, files.id, files.kind,
      files.content_type as type, files.bytes, files.sha256, files.created_at as "receivedAt"
    from booking_files as picture
      left join originals on originals.file_id = picture.file_id
      join files on files.id in (picture.file_id, originals.original_id)
    where picture.booking_id = any(${bookings})
    order by picture.id`.execute(db);
  return rows;
}

/** The messages that were sent about these bookings. */
async function messagesAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, purpose, channel, state, recipient, body as text,
      sent_at as "sentAt"
    from messages where booking_id = any(${bookings}) order by id`.execute(db);
  return rows;
}

/** What was said against these bookings, and answered. */
async function disputesAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, ground, words, phone, received_at as "receivedAt", outcome,
      answer, answered_at as "answeredAt",
      array(select json_build_object('id', files.id, 'type', files.content_type,
              'bytes', files.bytes, 'sha256', files.sha256)
            from dispute_files left join originals using (file_id)
              join files on files.id in (dispute_files.file_id, originals.original_id)
            where dispute_files.booking_id = disputes.booking_id) as files
    from disputes where booking_id = any(${bookings}) order by booking_id`.execute(db);
  return rows;
}

/** Where these bookings stand in court. */
async function courtCasesAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, court, locked_at as "referredAt", hearing_day as "hearingDay",
      hearing_place as "hearingPlace", suit, charges, paid_where as "paidWhere",
      receipt as "courtReceipt", decided_at as "decidedAt"
    from court_cases join court_batches on court_batches.id = batch_id
    where booking_id = any(${bookings}) order by booking_id`.execute(db);
  return rows;
}

interface CollisionOfPerson {
  readonly _id: string;
}

/** Each collision's time and place, the person's own vehicle, and the kept files. */
async function collisionsOf(
  db: Database,
  caller: Caller,
  about: About,
): Promise<CollisionOfPerson[]> {
  const { rows } = await sql<CollisionOfPerson>`
    select collisions.id as _id, collisions.created_at as "createdAt",
      collisions.made_at as "madeAt", collisions.organisation,
      collisions.zone, collisions.location,
      json_build_object('plate', vehicle.plate, 'make', vehicle.make, 'model', vehicle.model,
        'name', vehicle.name, 'phone', vehicle.phone) as vehicle,
      (select coalesce(json_agg(json_build_object('id', files.id, 'kind', files.kind,
                'type', files.content_type, 'bytes', files.bytes, 'sha256', files.sha256,
                'receivedAt', files.created_at)), '[]')
       from (
         select file_id from collision_files where collision_id = collisions.id
         union select file_id from collision_additions where collision_id = collisions.id
         union select vehicle.driver_file union select vehicle.vehicle_file
       ) as shown
         left join originals on originals.file_id = shown.file_id
         join files on files.id in (shown.file_id, originals.original_id)) as files
    from collision_vehicles as vehicle
      join collisions on collisions.id = vehicle.collision_id
    where ${vehiclesAbout(caller, about)}
    order by collisions.created_at desc limit ${personFileLimit + 1}`.execute(db);
  return rows;
}

/** The acts on these records, with time and person; the changes themselves stand in the records. */
async function changesOf(db: Database, records: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select audit.record_id as record, audit.at, audit.event, audit.actor_role as role,
      ${nameThen('users', 'audit.at')} as by
    from audit left join users on users.id = audit.actor_id
    where audit.record_type in (${sql.join(recordsWith('noted'))}) and audit.record_id = any(${records})
    order by audit.at`.execute(db);
  return rows;
}

/** What had to be done for these bookings besides paying. */
async function obligationsAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, words, due_day::text as "dueDay", state, reason,
      acted_at as "actedAt"
    from obligations where booking_id = any(${bookings}) order by booking_id, place`.execute(db);
  return rows;
}

/** Money of these bookings that was given back. */
async function refundsAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, line, amount_kobo as kobo, day::text as day,
      proof_kind as "proofKind", proof, reason, noted_at as "notedAt"
    from refunds where booking_id = any(${bookings}) order by id`.execute(db);
  return rows;
}

/** For whom these bookings are held, or were. */
async function holdsAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, for_whom as "forWhom", reason, until_day::text as "untilDay",
      set_at as "setAt", lifted_at as "liftedAt", lift_reason as "liftReason"
    from holds where booking_id = any(${bookings}) order by id`.execute(db);
  return rows;
}

/** Mistakes that were reported in these bookings, and what became of them. */
async function mistakesAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select booking_id as booking, reason, reported_at as "reportedAt", outcome, answer,
      decided_at as "decidedAt"
    from mistakes where booking_id = any(${bookings}) order by id`.execute(db);
  return rows;
}

/** Numbers of these bookings that get no messages. */
async function optOutsAbout(db: Database, bookings: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select distinct opt_outs.phone, opt_outs.organisation, opt_outs.reason,
      opt_outs.made_at as "madeAt"
    from bookings join opt_outs
      on opt_outs.organisation = bookings.organisation and opt_outs.demo = bookings.demo
        and opt_outs.phone in (phone_key(phone_no), phone_key(phone_two))
    where bookings.id = any(${bookings}) order by opt_outs.phone`.execute(db);
  return rows;
}
