import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { readBill } from '#contract/payments.ts';
import type { Database } from '#server/db/database.ts';
import { pruneFiles } from '#server/features/files/pruning.ts';
import { createLocalStore } from '#server/gateways/file-store-local.ts';
import { verifyAudit } from '#server/trail.ts';
import { type Person, picturesEach, type Told, untilAnswered } from './people.ts';

/** Where it is looked for what is true. */
export interface Scene {
  /** As the database's owner. */
  readonly db: Database;
  /** The gateway's own books. */
  readonly books: Database;
  readonly dataDir: string;
  readonly person: Person;
}

/** Waits until what is done in the background has been done: all changes sealed and counted. */
export async function settleDown({ db }: Scene): Promise<void> {
  await untilAnswered('The seal of the last change', async () => {
    const { rows } = await sql<{ open: boolean }>`
      with last as (select xid, row_ids[cardinality(row_ids)] as id
                    from audit_seals order by number desc limit 1)
      select exists (select from audit, last where (audit.xid, audit.id) > (last.xid, last.id))
          or exists (select from outbox where xid >= (select figure_mark.xid from figure_mark)) as open`.execute(
      db,
    );
    return rows[0]?.open === false || undefined;
  });
}

/** All that people were told and isn't so, or is so and was told to nobody, each in a sentence. */
export async function untruthsOf(scene: Scene, told: Told): Promise<string[]> {
  return [
    ...(await untruthsOfBookings(scene, told)),
    ...(await untruthsOfBills(scene)),
    ...(await untruthsOfFiles(scene, told)),
    ...(await verifyAudit(scene.db)).findings,
  ];
}

async function untruthsOfBookings({ db, books }: Scene, told: Told): Promise<string[]> {
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'name', 'paid', 'completed', 'bill_ref'])
    .execute();
  const payments = await db.selectFrom('payments').select(['booking_id', 'receipt']).execute();
  const trail = await db
    .selectFrom('audit')
    .select(['record_id', 'event'])
    .where('record_type', '=', 'booking')
    .execute();
  const { rows: bills } = await sql<{ ref: string; receipt: string | null; of: string }>`
    select bill_reference as ref, receipt, substring(item.narration from '\\((\\w+)\\)$') as of
    from sandbox.bills join sandbox.bill_items as item using (bill_reference)
    where position = 0`.execute(books);

  const wrong: string[] = [];
  const demand = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what);
  };
  const found = new Map(bookings.map((booking) => [booking.id, booking]));
  const times = (id: string, event: string) =>
    trail.filter((row) => row.record_id === id && row.event === event).length;
  for (const [id, name] of told.booked)
    demand(found.get(id)?.name === name, `${name} was acknowledged and is lost.`);
  for (const { id, name, paid, completed, bill_ref } of bookings) {
    demand(told.booked.has(id), `${name} is there and was acknowledged to nobody.`);
    demand(times(id, 'booking.made') === 1, `${name} was made ${times(id, 'booking.made')} times.`);
    demand(
      paid === told.paid.has(id),
      `${name} is ${paid ? '' : 'not '}paid, unlike what was said.`,
    );
    demand(
      completed === told.cleared.has(id),
      `${name} is ${completed ? '' : 'not '}cleared, unlike what was said.`,
    );
    const receipts = payments.filter(({ booking_id }) => booking_id === id);
    demand(receipts.length === (paid ? 1 : 0), `${name} has ${receipts.length} payments.`);
    const made = bills.filter(({ of }) => of === id.slice(10));
    demand(made.length <= 1, `${name} has ${made.length} bills at the gateway.`);
    demand(bill_ref === null || bill_ref === made[0]?.ref, `${name} has the bill of another.`);
    demand(!paid || receipts[0]?.receipt === made[0]?.receipt, `${name} has a receipt of another.`);
    for (const [event, is] of [
      ['booking.paid', paid],
      ['booking.cleared', completed],
    ] as const)
      demand(times(id, event) === (is ? 1 : 0), `${name} has ${times(id, event)} ${event}.`);
  }
  return wrong;
}

/** Each bill that isn't there yet is being made by somebody, or a person was told. */
async function untruthsOfBills({ db, person }: Scene): Promise<string[]> {
  const waiting = await db
    .selectFrom('bookings')
    .select(['id', 'name'])
    .where('bill_ref', 'is', null)
    .execute();
  const wrong: string[] = [];
  for (const { id, name } of waiting) {
    const { data } = await person.ok(readBill, { params: { id } });
    const isForgotten = data.is === 'being made' ? data.nextTry === null : data.is === 'not due';
    if (isForgotten) wrong.push(`Nobody makes the bill of ${name}.`);
  }
  return wrong;
}

async function untruthsOfFiles({ db, dataDir }: Scene, told: Told): Promise<string[]> {
  const collisions = await db.selectFrom('collisions').select('id').execute();
  const files = await db.selectFrom('files').select(['id', 'kind', 'sha256']).execute();
  const folder = join(dataDir, 'files');
  const wrong: string[] = [];
  const there = new Set(collisions.map(({ id }) => id));
  for (const id of told.collisions)
    if (!there.has(id)) wrong.push(`The collision ${id} was acknowledged and is lost.`);
  for (const id of there)
    if (!told.collisions.has(id)) wrong.push(`The collision ${id} was acknowledged to nobody.`);
  for (const kind of ['picture', 'original']) {
    const count = files.filter((file) => file.kind === kind).length;
    if (count !== picturesEach * there.size)
      wrong.push(`There are ${count} files of the kind ${kind} with ${there.size} collisions.`);
  }
  for (const { id, sha256 } of files) {
    const path = join(folder, id);
    const bytes = existsSync(path) ? readFileSync(path) : '';
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      wrong.push(`The file ${id} isn't there as it was stored.`);
  }
  const rows = new Set(files.map(({ id }) => id));
  for (const name of namesIn(folder))
    if (name !== 'drafts' && !rows.has(name)) wrong.push(`The file ${name} belongs to nothing.`);
  for (const half of [...namesIn(join(folder, 'drafts')), ...namesIn(join(dataDir, 'uploads'))])
    wrong.push(`The half-written file ${half} was left behind.`);
  return wrong;
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Has files without a row removed, as the nights of the next days would; answers how many there
 * were, which only processes leave behind that are killed between file and row.
 */
export async function pruneAsNightsDo({ db, dataDir }: Scene): Promise<number> {
  const store = createLocalStore(dataDir);
  const days = 5;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
  try {
    const prune = () => pruneFiles({ db, store, backupKeepDays: 0 });
    await prune();
    await sql`update unused_files set since = since - make_interval(days => ${days})`.execute(db);
    return await prune();
  } finally {
    vi.useRealTimers();
  }
}
