import { buffer } from 'node:stream/consumers';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type {
  PaperKind,
  PaperSize,
  printPaper as printCall,
  showTicket as showCall,
} from '#contract/modules/after-ticket/papers.ts';
import { may } from '#contract/roles.ts';
import { signedAddress } from '#contract/signed-tickets.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { correctionsOf } from '#server/features/bookings/queries.ts';
import { type ContactsOf, contactsOf, logoOf } from '#server/features/contacts/queries.ts';
import { languagesOf } from '#server/features/languages/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { threads } from '#server/http/threads.ts';
import { rulesOfTicket } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { authorityKeysOf } from '#server/modules/field-work/devices/queries.ts';
import { collisionPage } from './collision-page.ts';
import type { CollisionSheet } from './collision-sheet.ts';
import { rollPage, sheetPage } from './paper-page.ts';
import type { Paper } from './paper.ts';
import type * as drawing from './pdf.ts';
import type { PictureSheet } from './picture-sheet.ts';
import { gatewayOf, noteShown, type PublicTicket, publicTicketOf } from './queries.ts';
import type { HeadedSheet, ReportSheet } from './report-sheet.ts';
import type { RollSize } from './roll.ts';
import { claimOf, paperOf, type Printing, receiptOf, whyNotPrinted } from './rules.ts';

export type { CollisionSheet } from './collision-sheet.ts';
export { copyName } from './paper-words.ts';
export { factsTable, textTable } from './text-tables.ts';

type Chosen = QueryOf<typeof printCall>;
type Printers = Pick<
  Deps,
  'db' | 'store' | 'config' | 'gateways' | 'lookups' | 'keysFor' | 'consequences'
>;
type Printed = Download<(typeof printCall)['download'][number]>;

/**
 * Drawing takes a core for a while. Copies of one paper are counted one after the other, each over
 * a connection of its own.
 */
const inTurn = boundedQueue({ name: 'papers', atOnce: 2, waiting: 24, each: 12 });
/** One after the other, while the next one is read; a driver waits at the roadside for it. */
const drawers = threads(new URL('./pdf.ts', import.meta.url), { atOnce: 1, givesWay: false });

/**
 * Draws a paper of a booking, and records its printing and the number of the copy. A mere reader
 * gets a copy for reading, which changes nothing. 409 while the booking has not come that far. A
 * paper that can't be drawn doesn't count as printed. Throws `TooBusy` when too many wait.
 */
export async function printPaper(
  deps: Printers,
  actor: Actor,
  caller: Caller,
  booking: Booking,
  chosen: Chosen,
): Promise<Outcome<Printed>> {
  const refusal = whyNotPrinted(booking, chosen.of);
  if (refusal) return refusal;
  const whom = whoseWork(caller, actor.address);
  return inTurn.run(() => print(deps, actor, caller, booking, chosen), whom);
}

async function print(
  { db, store, config, gateways, lookups, keysFor, consequences }: Printers,
  actor: Actor,
  caller: Caller,
  booking: Booking,
  chosen: Chosen,
): Promise<Printed> {
  const { _id: id } = booking;
  const printedAt = new Date();
  const letterhead = await letterheadOf({ db, store, config }, booking);
  const rules = await rulesOfTicket(db, booking);
  const stillOpen = await consequences.stillOpen(db, id);
  const corrections = booking.version === 1 ? [] : await correctionsOf(db, id);
  const gateway = booking.paid ? await gatewayOf(db, id) : '';
  const addresses = await addressesOf({ db, config, gateways, keysFor }, booking);
  const { say: inLanguage } = await languagesOf(db, booking);
  const say = await inLanguage(chosen.language ?? booking.language);
  const notes = await consequences.notesOnPage(
    db,
    {
      id,
      organisation: booking.organisation,
      demo: booking.demo,
      issuedAt: new Date(booking.captured?.madeAt ?? booking.createdAt),
    },
    say,
  );
  const draw = (copy: number | null): Promise<Printed> =>
    fileOf(
      paperOf(booking, {
        kind: chosen.of,
        say,
        ...addresses,
        ...letterhead,
        gateway,
        rules,
        stillOpen,
        corrections,
        isUnhurried: notes.some((note) => note.isUnhurried),
        printedBy: caller.role === 'guest' ? 'a guest' : caller.name,
        printedAt,
        copy,
      }),
      chosen,
    );
  if (!may(caller.role, 'book')) {
    lookups.note(caller, { kind: 'paper', record: id });
    return draw(null);
  }
  const of = { record: 'booking', id, after: chosen } as const;
  return notedCopy(db, actor, of, draw, (trx) => noteShown(trx, { id }));
}

interface Copied {
  readonly record: 'booking' | 'collision';
  readonly id: string;
  /** Written into the trail; printings with the same `of` are copies of one paper. */
  readonly after: { readonly format: Chosen['format']; readonly of?: PaperKind };
}

/**
 * Draws the next copy of a paper, and has the trail note it. It is drawn again if somebody else printed
 * the same paper meanwhile.
 */
export async function notedCopy<Drawn>(
  db: Kysely<DB>,
  actor: Actor,
  printed: Copied,
  draw: (copy: number) => Promise<Drawn>,
  noteAlso?: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<Drawn> {
  const { record, id, after } = printed;
  const expected = (await copiesOf(db, printed)) + 1;
  // Drawn before the transaction: drawing must not hold a lock, and a failed drawing must not be
  // recorded.
  const drawn = await draw(expected);
  const copy = await db.transaction().execute(async (trx) => {
    await noteAlso?.(trx);
    await writeAudit(trx, actor, { event: 'paper.printed', record, id, before: null, after });
    return copiesOf(trx, printed);
  });
  return copy === expected ? drawn : draw(copy);
}

/** Papers show these of their organisation. A store that is away costs the logo alone. */
export async function letterheadOf(
  { db, store, config }: Pick<Deps, 'db' | 'store' | 'config'>,
  of: ContactsOf,
): Promise<Pick<Printing, 'authority' | 'contacts' | 'logo'>> {
  const [contacts, id] = [await contactsOf(db, of), await logoOf(db, of)];
  const file = id === null ? undefined : await store.open(id).catch(() => undefined);
  const logo = file ? await buffer(file).catch(() => null) : null;
  return { authority: contacts.name || config.authorityName, contacts, logo };
}

type Signing = Pick<Deps, 'db' | 'config' | 'gateways' | 'keysFor'>;

/**
 * The address of a ticket's public page, plain and with what the ticket says, signed; if nothing may be
 * paid on it now; and if it can have a bill at all.
 */
async function addressesOf(
  { db, config: { publicUrl }, gateways, keysFor }: Signing,
  booking: Booking,
): Promise<ResponseOf<typeof showCall>['data']> {
  const { code, inQuestion } = await publicTicketOf(db, booking._id);
  const { claim, signature } = authorityKeysOf({ keysFor }).signTicket(claimOf(booking, code));
  const address = `${publicUrl}/t/${code}`;
  return {
    address,
    signedAddress: signedAddress(publicUrl, claim, signature),
    inQuestion,
    takesBills: gateways.of(booking.organisation) !== null,
  };
}

/**
 * The addresses that a driver is shown. The trail notes it once for each version, unless a mere
 * reader asked, who has no driver before them.
 */
export async function showTicket(
  deps: Signing & Pick<Deps, 'lookups'>,
  actor: Actor,
  caller: Caller,
  booking: Booking,
): Promise<ResponseOf<typeof showCall>['data']> {
  const { _id: id } = booking;
  const addresses = await addressesOf(deps, booking);
  if (!may(caller.role, 'book')) deps.lookups.note(caller, { kind: 'paper', record: id });
  else
    await deps.db.transaction().execute(async (trx) => {
      if (!(await noteShown(trx, { id }))) return;
      const shown = { event: 'ticket.shown', record: 'booking', id } as const;
      await writeAudit(trx, actor, { ...shown, before: null, after: { version: booking.version } });
    });
  return addresses;
}

/** Printings of this paper, with the one that this transaction has just recorded. */
async function copiesOf(db: Kysely<DB>, { record, id, after }: Copied): Promise<number> {
  const { copies } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('copies'))
    .where('record_type', '=', record)
    .where('record_id', '=', id)
    .where('event', '=', 'paper.printed')
    .where(sql`after ->> 'of'`, 'is not distinct from', after.of ?? null)
    .executeTakeFirstOrThrow();
  return copies;
}

async function fileOf(paper: Paper, { of, size, format }: Chosen): Promise<Printed> {
  const name = `${of}-${paper.reference.join('')}-${size}.${format}`;
  if (format === 'html') {
    const content =
      size === 'a4' ? sheetPage(paper) : rollPage(paper, size, await heightOf(paper, size));
    return { type: 'text/html', name, content: Buffer.from(content), inline: true };
  }
  return { type: 'application/pdf', name, content: await pdfOf(paper, size), inline: true };
}

async function pdfOf(paper: Paper, size: PaperSize): Promise<Buffer> {
  const pdf = (await drawers.run({ paper, size })) as Awaited<ReturnType<typeof drawing.default>>;
  return Buffer.from(pdf);
}

/**
 * The receipt of a paid ticket as PDF, for whoever has its code: it says nothing of driver or
 * vehicle. Throws `TooBusy` when too many wait.
 */
export const publicReceipt = (
  ticket: PublicTicket,
  heading: Pick<Printing, 'say' | 'authority' | 'logo' | 'address' | 'contacts' | 'stillOpen'>,
  from: string,
): Promise<Buffer> =>
  inTurn.run(() => pdfOf(receiptOf(ticket, { ...heading, printedAt: new Date() }), '80mm'), from);

/** A report as PDF, drawn in turn with the papers. Throws `TooBusy` when too many wait. */
export const reportPdf = (sheet: ReportSheet, whom: string): Promise<Buffer> =>
  sheetPdf('report', sheet, whom);

/** The same of a picture. */
export const picturePdf = (sheet: PictureSheet, whom: string): Promise<Buffer> =>
  sheetPdf('picture', sheet, whom);

const sheetPdf = (name: 'report' | 'picture', sheet: HeadedSheet, whom: string): Promise<Buffer> =>
  inTurn.run(async () => {
    const pdf = (await drawers.run(sheet, {
      name: name satisfies keyof typeof drawing,
    })) as Uint8Array;
    return Buffer.from(pdf);
  }, whom);

/** PDFs that were made here, as one with this title in ASCII. Throws `TooBusy` when too many wait. */
export const joinedFile = (
  title: string,
  files: readonly Uint8Array[],
  whom: string,
): Promise<Buffer> =>
  inTurn.run(async () => {
    const name = 'joined' satisfies keyof typeof drawing;
    return Buffer.from((await drawers.run({ title, files }, { name })) as Uint8Array);
  }, whom);

/**
 * A collision on one page of A4, drawn in turn with the papers. Throws `TooBusy` when too many wait.
 */
export const collisionFile = (
  sheet: CollisionSheet,
  format: Chosen['format'],
  whom: string,
): Promise<Buffer> =>
  inTurn.run(async () => {
    const fit = (await drawers.run(
      { sheet, isPdf: format === 'pdf' },
      { name: 'collisionFitted' satisfies keyof typeof drawing },
    )) as ReturnType<typeof drawing.collisionFitted>;
    if (format === 'html') return Buffer.from(collisionPage(fit));
    return Buffer.from(
      (await drawers.run(fit, { name: 'collision' satisfies keyof typeof drawing })) as Uint8Array,
    );
  }, whom);

/** Measured by drawing, so in the same thread. */
async function heightOf(paper: Paper, size: RollSize): Promise<number> {
  const task = 'rollHeight' satisfies keyof typeof drawing;
  return (await drawers.run({ paper, size }, { name: task })) as ReturnType<
    typeof drawing.rollHeight
  >;
}
