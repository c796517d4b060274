import { type RawBuilder, sql } from 'kysely';
import type { Arrival, OnTheWay } from '#server/acts/arrival.ts';
import type { Database } from '#server/db/database.ts';
import { madeBefore } from '#server/db/made-at.ts';
import { recordTables } from '#server/db/record-tables.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf, priced, today } from '#server/features/offences/queries.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import {
  isRecordAskedAbout,
  isTooLate,
  keptOut,
  otherRecord,
  timeOnTheWay,
  tooLate,
  tooManyWait,
} from './rules.ts';

/** Late records of one officer that may wait at once. */
const mostWaiting = 500;

/**
 * Answers how long an arriving record was on its way; null where its device doesn't say. A record
 * beyond the installation's limit is refused until a superior lets it in. Its first attempt asks
 * them, and they let in exactly that record.
 */
export async function admit(
  deps: Pick<Deps, 'db' | 'config'>,
  arriving: Arrival,
): Promise<Outcome<OnTheWay | null>> {
  const { id, organisation, capture, officer: caller } = arriving;
  const { db, config } = deps;
  const { lateHours } = config;
  if (!capture) return null;
  const onTheWay = timeOnTheWay(capture);
  if (onTheWay instanceof Refusal) return onTheWay;
  const officer = caller.userId;
  // The times of the first attempt count, whatever the device says now.
  const asked = await askedBy(db, officer, id);
  if (!asked && !isTooLate(onTheWay, lateHours)) return { milliseconds: onTheWay, isLetIn: false };
  if (asked?.let_in === false) return keptOut(asked.reason ?? '');
  if (asked && !isRecordAskedAbout(asked, arriving)) return otherRecord;
  if (asked?.let_in === true) return { milliseconds: asked.on_the_way, isLetIn: true };
  // No superior is asked about a record that arrived in time and is sent again.
  if (asked || (await hasArrived(db, id))) return tooLate(lateHours);
  const { waiting } = await db
    .selectFrom('late_records')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('organisation', '=', organisation)
    .where('officer', '=', officer)
    .where('let_in', 'is', null)
    .executeTakeFirstOrThrow();
  if (waiting >= mostWaiting) return tooManyWait;
  await db
    .insertInto('late_records')
    .values({ ...rowOf(arriving, onTheWay, caller.demo), officer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tooLate(lateHours);
}

/** The question that superiors see, with the prices of the day when it was made and of today. */
function rowOf(arriving: Arrival, onTheWay: number, demo: boolean) {
  const { id, kind, organisation, zone, label, bodyHash, offences } = arriving;
  const made_at = madeBefore(onTheWay);
  const priceOn = (day: RawBuilder<string>) =>
    offences &&
    sql<number>`(select sum(amount_kobo)::bigint from ${priced({ organisation, demo }, offences, day)} as line)`;
  return {
    id,
    kind,
    organisation,
    zone,
    demo,
    label,
    made_at,
    body_hash: bodyHash,
    price_kobo: priceOn(dayOf(made_at)),
    arrival_kobo: priceOn(today),
    offences: offences?.map(({ name }) => name),
  };
}

/** The question to superiors about a record of this officer, with their answer if there is one. */
const askedBy = (db: Database, officer: string, id: string) =>
  db
    .selectFrom('late_records')
    .select(['kind', 'organisation', 'zone', 'label', 'body_hash', 'let_in', 'reason'])
    .select(sql<number>`extract(epoch from now() - made_at)::float8 * 1000`.as('on_the_way'))
    .where('id', '=', id)
    .where('officer', '=', officer)
    .executeTakeFirst();

/** True if a record of any kind is stored under this id. */
export async function hasArrived(db: Database, id: string): Promise<boolean> {
  const found = Object.values(recordTables).map(
    (table) => sql`select from ${sql.table(table)} where id = ${id}`,
  );
  const { rows } = await sql`${sql.join(found, sql` union all `)}`.execute(db);
  return rows.length > 0;
}

/** Erases plates and locations of late and taken-out records after so many years; answers how many. */
export async function eraseLabels(db: Database, years: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`select erase_labels(${years}) as erased`.execute(
    db,
  );
  return rows[0]?.erased ?? 0;
}
