import type { Booking } from '#contract/bookings.ts';
import type { PaymentCheck } from '#contract/payments.ts';

interface KnownBookings {
  all: readonly Booking[];
  update: Booking | null;
}

/** One booking as it was last read or changed, else its row in the list. */
export function knownBooking({ all, update }: KnownBookings, id: string): Booking | undefined {
  return update?._id === id ? update : all.find(({ _id }) => _id === id);
}

/**
 * Updates a booking in the list and in `update`; news that are older than what is known are ignored.
 * Returns the same state when they change nothing, so that nothing is drawn anew.
 */
export function withNews<State extends KnownBookings>(
  state: State,
  news: Booking | PaymentCheck,
): State {
  const { all, update } = state;
  const now = (known: Booking) => (known._id === news._id ? updated(known, news) : known);
  const rows = all.map(now);
  const read = update && now(update);
  const isSame = read === update && rows.every((row, index) => row === all[index]);
  return isSame ? state : { ...state, all: rows, update: read };
}

function updated(known: Booking, news: Booking | PaymentCheck): Booking {
  if ('offence' in news) return isOlder(news, known) ? known : news;
  return {
    ...known,
    billRef: known.billRef ?? news.billRef,
    paid: known.paid || news.paid,
    completed: known.completed || news.completed,
  };
}

// A booking only ever goes forward: to its next version, its bill, its payment, its clearance, or its withdrawal. A decision may be taken back.
function isOlder(news: Booking, known: Booking): boolean {
  return (
    known.version > news.version ||
    (known.completed && !news.completed) ||
    (known.paid && !news.paid) ||
    (known.withdrawal !== null && news.withdrawal === null) ||
    (known.billRef !== null && news.billRef === null)
  );
}
