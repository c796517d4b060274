import { billMatters, type CheckFinding, moneyMatters } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { matterOf } from '#server/features/exceptions/queries.ts';
import type { CheckedBill } from './bill-check.ts';
import { nextCheckOf } from './bill-watch.ts';
import { sweepAfter } from './schedule.ts';

const matters = [...billMatters, ...moneyMatters];

/** The result of a check, in the detail that the person who asked sees. */
export async function findingOf(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  bookingId: string,
  { outcome, anomaly, billRef, paid }: CheckedBill,
): Promise<CheckFinding> {
  if (paid) return { is: 'paid' };
  const matter = await matterOf(db, bookingId, matters);
  if (matter && !matter.closed) return beforePerson(matter.kind, false);
  // Found before and settled since: it raises no second exception.
  const known = moneyMatters.find((kind) => kind === anomaly);
  if (known) return beforePerson(known, true);
  if (billRef === null) return { is: 'no bill' };
  if (outcome !== 'unknown') return { is: 'not paid' };
  if (!(await hasGateway({ db, gateways }, bookingId))) return { is: 'no gateway' };
  const next = await nextCheckOf(db, bookingId);
  return { is: 'no answer', againAt: next && sweepAfter(next).toISOString() };
}

const beforePerson = (matter: (typeof matters)[number], settled: boolean): CheckFinding => ({
  is: 'before a person',
  matter,
  settled,
});

/** True if the gateway of a bill is still configured, so that it can be asked. */
async function hasGateway(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  bookingId: string,
): Promise<boolean> {
  const bill = await db
    .selectFrom('bookings')
    .select('bill_gateway')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return gateways.named(bill?.bill_gateway ?? null) !== null;
}
