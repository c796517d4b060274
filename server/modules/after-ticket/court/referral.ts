import type { Kysely } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import type { ChargeOutcome } from '#contract/charges.ts';
import type { Say } from '#contract/language.ts';
import type { PageNote, TicketOnPage } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { rulesMade } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { dayOf } from '#server/time.ts';
import { decidedSchema, maySettle, outcomesOf } from './rules.ts';

/** Where a referred ticket stands in court. */
interface Referral {
  readonly court: string;
  /** Africa/Lagos; null before the court has told it. */
  readonly hearingDay: string | null;
  readonly hearingPlace: string | null;
  /** What it decided; null before, and while a warrant is out. */
  readonly decided: {
    readonly outcomes: readonly ChargeOutcome[];
    readonly vehicleFree: boolean;
  } | null;
}

/** Null while it isn't referred. */
export async function referralOf(db: Kysely<DB>, bookingId: string): Promise<Referral | null> {
  const row = await db
    .selectFrom('court_cases')
    .innerJoin('court_batches', 'court_batches.id', 'batch_id')
    .select(['court', 'hearing_day as hearingDay', 'hearing_place as hearingPlace'])
    .select(['ended', 'charges', 'vehicle_free as vehicleFree'])
    .where('booking_id', '=', bookingId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst();
  if (!row) return null;
  const { court, hearingDay, hearingPlace, ended, charges, vehicleFree } = row;
  const decided = ended
    ? { outcomes: outcomesOf(decidedSchema.shape.charges.parse(charges)), vehicleFree }
    : null;
  return { court, hearingDay, hearingPlace, decided };
}

/** True while a referred ticket may still be paid: until its hearing, where its rules let it. */
const maySettleNow = async (
  db: Kysely<DB>,
  ticket: Parameters<typeof rulesMade>[1],
  issuedAt: Date,
  { hearingDay, decided }: Referral,
): Promise<boolean> =>
  decided === null &&
  maySettle(await rulesMade(db, ticket, issuedAt), hearingDay, dayOf(new Date()));

const sentences = (...all: readonly string[]): string => all.filter((one) => one !== '').join(' ');

/** A referred ticket says so on its public page, what the court decided, and whether it may be paid. */
export async function courtOnPage(
  db: Kysely<DB>,
  ticket: TicketOnPage,
  say: Say,
): Promise<PageNote | null> {
  const referral = await referralOf(db, ticket.id);
  if (!referral) return null;
  const { court, hearingDay, hearingPlace, decided } = referral;
  if (decided)
    return {
      title: say('{court} has decided on this ticket.', { court }),
      words: sentences(
        say('{outcome}. Nothing is due to the authority.', {
          outcome: outcomeWords(decided.outcomes, say),
        }),
        decided.vehicleFree
          ? ''
          : say('You can collect the vehicle once you show the court’s receipt at the office.'),
      ),
      mayPay: false,
    };
  const mayPay = await maySettleNow(db, ticket, ticket.issuedAt, referral);
  const day =
    hearingDay === null
      ? say('The court will tell you when the hearing is.')
      : say('Hearing: {day}, {place}.', { day: hearingDay, place: hearingPlace ?? '' });
  return {
    title: say('This ticket was referred to {court}.', { court }),
    words: sentences(
      day,
      mayPay
        ? say('You can still pay the ticket here before you plead.')
        : say('You can no longer pay the ticket here.'),
    ),
    mayPay,
  };
}

/** Nothing is paid for a decided ticket, nor for one whose hearing is over. */
export const whyNotPaid = async (
  { db }: Pick<Deps, 'db'>,
  _actor: Actor,
  booking: Booking,
): Promise<Refusal | null> => {
  const referral = await referralOf(db, booking._id);
  if (!referral) return null;
  if (referral.decided) return decidedInCourt;
  const made = new Date(booking.captured?.madeAt ?? booking.createdAt);
  return (await maySettleNow(db, booking, made, referral)) ? null : beforeTheCourt;
};

const decidedInCourt = new Refusal(
  409,
  'decided',
  'A court has decided on this ticket. You cannot pay it here.',
);

const beforeTheCourt = new Refusal(
  409,
  'before_court',
  'This ticket is before the court. You can no longer pay it here.',
);

/** A fine keeps the vehicle until the court's receipt is noted. */
export const whyVehicleStays = async (
  trx: Kysely<DB>,
  { _id }: Pick<Booking, '_id'>,
): Promise<Refusal | null> => {
  const { decided } = (await referralOf(trx, _id)) ?? {};
  return decided && !decided.vehicleFree ? noReceipt : null;
};

/** After its referral two people correct a ticket. */
export const whyByTwo = async (
  trx: Kysely<DB>,
  { _id }: Pick<Booking, '_id'>,
): Promise<Refusal | null> => ((await referralOf(trx, _id)) ? referredByTwo : null);

const referredByTwo = new Refusal(
  409,
  'by_two',
  'This ticket is before a court, so two people must correct it. Propose the correction.',
);

const noReceipt = new Refusal(
  409,
  'no_court_receipt',
  'The court’s receipt has not been recorded yet, so you cannot clear the vehicle.',
);
