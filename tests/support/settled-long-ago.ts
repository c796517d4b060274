import { sql } from 'kysely';
import { writeAudit } from '#server/features/audit/commands.ts';
import { linkHash } from '#server/features/audit/rules.ts';
import { system } from '#server/http/caller.ts';
import type { TestApp } from './test-app.ts';

/**
 * Moves a ticket and its trail into the past, as the owner alone can: chain and seals are made anew.
 * One that no row of the trail says is settled gets a row that says it was cleared.
 */
export async function settledLongAgo(app: TestApp, id: string, years: number): Promise<void> {
  const ofBooking = sql`record_type = 'booking' and record_id = ${id}`;
  const { rows: settled } = await sql`
    select from audit where ${ofBooking}
      and event in ('booking.cleared', 'booking.withdrawn', 'booking.court-decided')`.execute(
    app.db,
  );
  if (settled.length === 0)
    await app.db.transaction().execute((trx) =>
      writeAudit(trx, system, {
        event: 'booking.cleared',
        record: 'booking',
        id,
        before: { completed: false },
        after: { completed: true },
      }),
    );
  const back = years * 366 * 24 * 3_600_000;
  await app.owner.transaction().execute(async (trx) => {
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
  });
}
