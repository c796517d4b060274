import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Transaction } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import { heldDuties } from '#contract/duties.ts';
import type { KeptCaseFile } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { isInForce } from '#server/features/duties/queries.ts';
import { withKeptBytes } from '#server/features/files/commands.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { letterheadOf, reportPdf } from '#server/modules/after-ticket/papers/commands.ts';
import { thisRelease } from '#server/process/release.ts';
import { bookingReference } from '#server/references.ts';
import { zonedMomentOf } from '#server/time.ts';
import { type CaseContent, caseContentOf } from './case-file-tables.ts';
import { keptCaseFile } from './kept-case-files.ts';

type CaseDeps = Pick<Deps, 'db' | 'store' | 'config' | 'fileAddresses'>;
type CaseFile = Download<'application/pdf'> & { readonly content: Buffer };

const downloadOf = (number: string, content: Buffer): CaseFile => ({
  type: 'application/pdf',
  name: `case-file-${number}.pdf`,
  content,
});

/**
 * Everything about a ticket for a court. The file is kept under a number that is drawn from what it
 * says, and while that stays, the same bytes are given out again.
 */
export async function makeCaseFile(
  deps: CaseDeps,
  actor: Actor,
  caller: Caller,
  booking: Booking,
): Promise<Outcome<CaseFile>> {
  const { db } = deps;
  const { _id: id, organisation, demo } = booking;
  const letterhead = await letterheadOf(deps, { organisation, demo });
  const content = await caseContentOf(deps, caller, booking);
  const said = JSON.stringify([letterhead.authority, content.tables]);
  const digest = createHash('sha256').update(said).digest('hex');
  const number = `CF-${digest.slice(0, 10)}`.toUpperCase();
  const standing = await keptCaseFile(db, { number, booking: id });
  if (standing) return handedOut(deps, actor, standing, 'booking.case-file-made');
  const madeAt = new Date();
  const pdf = await drawn(deps, actor, caller, { booking, content, number, madeAt, letterhead });
  const other = await withKeptBytes(deps, pdf, 'application/pdf', ({ id: file, ...kept }) =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
      const made = await keptCaseFile(trx, { number, booking: id });
      if (made) return made;
      const row = { id: file, kind: 'case file', content_type: 'application/pdf', demo };
      await trx
        .insertInto('files')
        .values({ ...row, ...kept })
        .execute();
      await trx
        .insertInto('case_files')
        .values({
          number,
          booking_id: id,
          file_id: file,
          made_by: caller.userId,
          made_at: madeAt,
        })
        .execute();
      await noteFile(trx, actor, 'booking.case-file-made', { number, booking: id, ...kept });
      return null;
    }),
  );
  return other ? handedOut(deps, actor, other, 'booking.case-file-made') : downloadOf(number, pdf);
}

type FileEvent = 'booking.case-file-made' | 'booking.case-file-fetched';

const noteFile = (
  trx: Transaction<DB>,
  actor: Actor,
  event: FileEvent,
  { booking: id, number, sha256 }: Pick<KeptCaseFile, 'booking' | 'number' | 'sha256'>,
): Promise<void> =>
  writeAudit(trx, actor, { event, record: 'booking', id, before: null, after: { number, sha256 } });

/** A file that was made, as it was kept; the trail notes who got it. */
export async function handedOut(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  actor: Actor,
  kept: KeptCaseFile,
  event: FileEvent,
): Promise<Outcome<CaseFile>> {
  const stored = await store.open(kept.fileId);
  if (!stored) return notFound('case file');
  const content = await buffer(stored);
  await db.transaction().execute((trx) => noteFile(trx, actor, event, kept));
  return downloadOf(kept.number, content);
}

interface Drawing {
  readonly booking: Booking;
  readonly content: CaseContent;
  readonly number: string;
  readonly madeAt: Date;
  readonly letterhead: Awaited<ReturnType<typeof letterheadOf>>;
}

async function drawn(
  { db, config }: CaseDeps,
  actor: Actor,
  caller: Caller,
  { booking, content, number, madeAt, letterhead: { authority, logo } }: Drawing,
): Promise<Buffer> {
  const { organisation, zone, demo } = booking;
  const place = `${organisation}, ${zone}`;
  const duty = 'court officer';
  const holds = await isInForce(db, { duty, user: caller.userId, organisation, demo });
  const operator = [caller.name, caller.role, ...(holds ? [heldDuties[duty].toLowerCase()] : [])];
  const address = `${config.publicUrl}/t/${number}`;
  return reportPdf(
    {
      report: {
        number,
        place,
        days: null,
        madeBy: operator.join(', '),
        asAt: madeAt.toISOString(),
        tables: [...content.tables],
        checks: [],
        notes: certificateOf({
          authority,
          number,
          operator: operator.join(', '),
          madeAt,
          content,
          address,
          server: config.publicUrl,
        }),
      },
      closed: '',
      title: `Case file of ticket ${bookingReference(booking._id)}`,
      authority,
      logo,
      about: `${place}. Made from the authority's records for a court.`,
      certificate: 'Certificate of computer evidence, Evidence Act 2011, section 84',
      address,
    },
    whoseWork(caller, actor.address),
  );
}

interface Certified {
  readonly authority: string;
  readonly number: string;
  readonly operator: string;
  readonly madeAt: Date;
  readonly content: CaseContent;
  readonly address: string;
  readonly server: string;
}

/** For whoever answers for the server to read, complete and sign; a lawyer checks its form. */
const certificateOf = (of: Certified): string[] => [
  `This document was produced by the computer on which ${of.authority} keeps its records of traffic offences: the server at ${of.server}. It runs the program Hanya, version ${thisRelease.version}.`,
  `${of.operator} asked for this document on ${zonedMomentOf(of.madeAt)}. The records in it were made between ${zonedMomentOf(of.content.from)} and ${zonedMomentOf(of.content.to)}.`,
  'Over that time the computer was used regularly to store and process such records for the authority’s work. Records of this kind were regularly supplied to it in the ordinary course of that work.',
  'Over that time the computer worked properly. If it did not work properly at any time, the fault did not affect the records or their accuracy. Exceptions, if any: ______________________________',
  'The information in this file reproduces those records or is derived from them. I state this to the best of my knowledge and belief. I am responsible for the operation of the computer.',
  `The number ${of.number} is derived from the content of this file. The authority keeps the file as it was made. The SHA-256 of the file is at ${of.address}. Anybody who has the file can compare its SHA-256 there.`,
];
