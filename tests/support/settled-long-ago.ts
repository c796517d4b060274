import { sql } from 'kysely';
import { writeAudit } from '#server/features/audit/commands.ts';
import { linkHash } from '#server/features/audit/rules.ts';
import { system } from '#server/http/caller.ts';
import { until } from './journey.ts';
import type { TestApp } from './test-app.ts';

/**
 * Moves a ticket and its trail into the past, as the owner alone can: chain and seals are made anew,
 * while no chore seals. One that no row of the trail says is settled gets a row that says so.
 */
export async function settledLongAgo(app: TestApp, id: string, years: number): Promise<void> {
  const ofBooking = sql`record_type = 'booking' and record_id = ${id}`;
  const { rows: settled } = await sql`
    select from audit where ${ofBooking}
      and event in ('booking.cleared', 'booking.withdrawn', 'booking.court-decided')`.execute(
    app.db,
  );
  if (settled.length === 0) {
    const { withdrawn_at: withdrawn } = await app.db
      .selectFrom('bookings')
      .select('withdrawn_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const event = withdrawn ? 'booking.withdrawn' : 'booking.cleared';
    const after = withdrawn ? null : { completed: true };
    await app.db
      .transaction()
      .execute((trx) =>
        writeAudit(trx, system, { event, record: 'booking', id, before: null, after }),
      );
  }
  const back = years * 366 * 24 * 3_600_000;
  await app.owner.transaction().execute(async (trx) => {
    // Nobody seals meanwhile, and one seal then holds all rows of the ticket.
    await sql`select pg_advisory_xact_lock(4400002)`.execute(trx);
    await until('older transactions are over', async () => {
      const { rows } = await sql<{ over: boolean }>`
        select max(xid) < transaction_horizon() as over from audit where ${ofBooking}`.execute(
        app.db,
      );
      return rows[0]?.over === true;
    });
    await sql`alter table bookings disable trigger booking_withdrawal_stands`.execute(trx);
    const earlier = (column: string) =>
      sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${back / 1000})`;
    const moments = [
      'created_at',
      'made_at',
      'corrected_at',
      'completed_at',
      'withdrawn_at',
      'decided_at',
    ];
    await sql`update bookings set ${sql.join(moments.map(earlier))} where id = ${id}`.execute(trx);
    await sql`set constraints all immediate`.execute(trx);
    await sql`alter table bookings enable trigger booking_withdrawal_stands`.execute(trx);
    const chain = await trx
      .selectFrom('audit')
      .selectAll()
      .where('record_type', '=', 'booking')
      .where('record_id', '=', id)
      .orderBy('number')
      .execute();
    let previousHash = '';
    for (const row of chain) {
      const at = new Date(row.at.getTime() - back);
      const hash = linkHash({
        recordType: row.record_type,
        recordId: row.record_id,
        number: row.number,
        event: row.event,
        actorId: row.actor_id,
        actorRole: row.actor_role,
        address: row.address,
        at: at.toISOString(),
        digest: row.digest,
        previousHash,
      });
      await trx
        .updateTable('audit')
        .set({ at, hash, previous_hash: previousHash })
        .where('id', '=', row.id)
        .execute();
      previousHash = hash;
    }
    await sql`delete from audit_seals`.execute(trx);
    await sql`select seal_audit(1000000)`.execute(trx);
  });
}
