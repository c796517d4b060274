import { setTimeout as wait } from 'node:timers/promises';
import { hashSync } from '@node-rs/argon2';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import type { z } from 'zod';
import type { newBookingSchema } from '#contract/new-bookings.ts';
import type { AccountState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import { writeFirstAudit } from '#server/features/audit/commands.ts';
import { accountRecord } from '#server/features/users/queries.ts';
import { system } from '#server/http/caller.ts';
import { runOn } from './one-connection.ts';

export const testPassword = 'a password for tests';
/** Quickly verified: what a password costs is tried where that is the point. */
const passwordHash = hashSync(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface Account {
  readonly id: string;
  readonly email: string;
}

/** An account that signs in with `testPassword`; without more it works for all of Kaduna. */
export async function makeAccount(
  db: Database,
  role: Exclude<Role, 'guest'>,
  place: { state?: AccountState | null; zone?: string | null } = {},
): Promise<Account> {
  const id = ulid();
  const email = `${id.toLowerCase()}@hanya.test`;
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('users')
      .values({
        id,
        email,
        password_hash: passwordHash,
        first_name: 'Amina',
        last_name: 'Sule',
        role,
        state: place.state === undefined ? 'Kaduna' : place.state,
        zone: place.zone ?? null,
        // Old enough to confirm what others propose.
        created_at: new Date(Date.now() - 30 * 86_400_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = accountRecord(row);
    await writeFirstAudit(trx, system, {
      event: 'user.added',
      record: 'user',
      id,
      before: null,
      after,
    });
  });
  return { id, email };
}

type SentBooking = z.input<typeof newBookingSchema>;

/** A booking as a device sends it: two offences, 12,000 naira. */
export function aBooking(changes: Partial<SentBooking> = {}): SentBooking {
  return {
    name: 'Musa Danladi',
    phoneNo: '0900 555 0142',
    address: '14 Benin Street',
    license: 'KAD48271AA12',
    registration: 'ABC-123DE',
    zone: 'Zaria',
    location: 'PZ roundabout',
    offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }],
    ...changes,
  };
}

/** Runs a statement as the database's owner, for states that the product itself never makes. */
export const asOwner = (
  { ownerUrl }: { readonly ownerUrl: string },
  statement: string,
  values?: readonly unknown[],
): Promise<Record<string, unknown>[]> => runOn(ownerUrl, statement, values);

/** Settles a booking without the gateway, as if Check Status had confirmed it at that moment. */
export async function markPaid(
  db: Database,
  id: string,
  confirmed_at = new Date(),
  receipt = id.slice(-8),
): Promise<void> {
  // A bill that came after another reference was set would raise an exception.
  const whileAsked = sql<boolean>`bill_asked_at is not null and bill_ref is null`;
  for (let tries = 0; tries < 100; tries += 1) {
    const asked = await db
      .updateTable('bookings')
      .set({ bill_ref: sql`coalesce(bill_ref, ${`TEST-${id}`})`, bill_gateway: 'PayKaduna' })
      .where('id', '=', id)
      .where(sql<boolean>`not (${whileAsked})`)
      .executeTakeFirst();
    if (asked.numUpdatedRows > 0n) break;
    await wait(50);
  }
  await db.transaction().execute(async (trx) => {
    const { price_kobo, bill_ref } = await trx
      .updateTable('bookings')
      .set((eb) => ({
        paid: true,
        bill_ref: eb.fn.coalesce('bill_ref', eb.val(`TEST-${id}`)),
        bill_gateway: 'PayKaduna',
      }))
      .where('id', '=', id)
      .returning(['price_kobo', 'bill_ref'])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('payments')
      .values({
        id: ulid(),
        booking_id: id,
        kind: 'gateway',
        gateway: 'PayKaduna',
        bill_ref,
        amount_kobo: price_kobo,
        receipt,
        confirmed_at,
      })
      .execute();
  });
}
