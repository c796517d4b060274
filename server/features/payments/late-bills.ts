import { type ExpressionBuilder, sql } from 'kysely';
import { billMatters } from '#contract/payments.ts';
import { organisationNames, organisationSchema } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import { enqueueBill } from './commands.ts';
import { withoutGateway } from './rules.ts';
import { lateMinutes } from './schedule.ts';

type LateDeps = Pick<Deps, 'db' | 'gateways' | 'config' | 'log'>;
type LeftDeps = Pick<Deps, 'db' | 'jobs' | 'gateways' | 'config'>;

// More of them wait for the next sweep.
const batchLimit = 500;

/**
 * The time at which the bill was last asked for: with the booking, or when two people settled that
 * it be asked for again.
 */
export const askedForSince = sql<Date>`greatest(bookings.created_at, (
  select max(again.closed_at)
  from payment_exceptions as again join proposals as settled on settled.id = again.settlement
  where again.booking_id = bookings.id and settled.outcome = 'confirmed'
    and settled.body ->> 'decision' = 'ask again'))`;

const longAgo = sql<Date>`now() - make_interval(mins => ${lateMinutes})`;

const matters = (eb: ExpressionBuilder<DB, 'bookings'>) =>
  eb
    .selectFrom('payment_exceptions')
    .select('payment_exceptions.id')
    .whereRef('booking_id', '=', 'bookings.id');

/** True if an exception for the late bill was already raised since then: it is raised only once. */
export const isSaidToBeLate = (eb: ExpressionBuilder<DB, 'bookings'>) =>
  eb.exists(matters(eb).where('kind', '=', 'bill late').where('found_at', '>=', askedForSince));

const isBeforePerson = (eb: ExpressionBuilder<DB, 'bookings'>) =>
  eb.exists(matters(eb).where('kind', 'in', billMatters).where('closed_at', 'is', null));

/**
 * Raises an exception for every bill that has been asked for in vain for too long; making it is
 * still tried.
 */
export async function putLateBillsBeforePerson(deps: LateDeps): Promise<void> {
  const { db, gateways, config } = deps;
  // Without a gateway there are no bills to be late.
  const served = organisationNames.filter((name) => gateways.of(name) !== null);
  if (served.length === 0) return;
  const late = await db
    .selectFrom('bookings')
    .select(['id', 'organisation', 'bill_problem', askedForSince.as('since')])
    .$if(!config.demo, (query) => query.where('demo', '=', false))
    .where('bill_ref', 'is', null)
    .where(isUnpaid)
    .where('price_kobo', '>', 0)
    .where('organisation', 'in', served)
    .where('bill_problem', 'is distinct from', withoutGateway)
    .where('created_at', '<', longAgo)
    .where(askedForSince, '<', longAgo)
    .where((eb) => eb.not(eb.or([isSaidToBeLate(eb), isBeforePerson(eb)])))
    .orderBy('created_at')
    .limit(batchLimit)
    .execute();
  for (const booking of late) await putOneBeforePerson(deps, booking);
}

/**
 * Asks for the bills of bookings that were made while no gateway served their organisation, once
 * one does. The oldest come first, so many in a sweep that they are made before the next one.
 */
export async function askForBillsLeft({ db, jobs, gateways, config }: LeftDeps): Promise<void> {
  const served = organisationNames.filter((name) => gateways.of(name) !== null);
  if (served.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom('bookings')
      .select('id')
      .$if(!config.demo, (query) => query.where('demo', '=', false))
      .where('bill_ref', 'is', null)
      .where(isUnpaid)
      .where('price_kobo', '>', 0)
      .where('organisation', 'in', served)
      .where('bill_problem', '=', withoutGateway)
      .orderBy('created_at')
      .limit(batchLimit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (left.length === 0) return;
    const ids = left.map(({ id }) => id);
    await trx.updateTable('bookings').set({ bill_problem: null }).where('id', 'in', ids).execute();
    for (const id of ids) await enqueueBill(jobs, trx, id);
  });
}

interface Late {
  readonly id: string;
  readonly organisation: string;
  readonly bill_problem: string | null;
  readonly since: Date;
}

/** A failure is logged, so that it doesn't hold up the others. */
async function putOneBeforePerson(
  { db, gateways, log }: LateDeps,
  { id, organisation, bill_problem, since }: Late,
): Promise<void> {
  const problem = bill_problem ?? 'The reason is not known.';
  try {
    await db.transaction().execute(async (trx) => {
      const standing = await trx
        .selectFrom('bookings')
        .select('id')
        .where('id', '=', id)
        .where('bill_ref', 'is', null)
        .where(isUnpaid)
        .forUpdate()
        .executeTakeFirst();
      if (!standing) return;
      await raiseException(trx, {
        kind: 'bill late',
        bookingId: id,
        billRef: null,
        amountKobo: null,
        receipt: '',
        gateway: gateways.of(organisationSchema.parse(organisation))?.name ?? '',
        description: `This booking has been without a bill for ${lateMinutes} minutes. ${problem}`,
        dedupeKey: since.toISOString(),
      });
    });
  } catch (error) {
    log.error(error);
  }
}
