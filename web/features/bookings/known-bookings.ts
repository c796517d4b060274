import type { Booking } from '#contract/bookings.ts';
import type { PaymentCheck } from '#contract/payments.ts';

interface Held {
  all: readonly Booking[];
  update: Booking | null;
}

/** What is known of one booking: as it was last read or changed, else its row in the list. */
export function knownBooking({ all, update }: Held, id: string): Booking | undefined {
  return update?._id === id ? update : all.find(({ _id }) => _id === id);
}

/** Brings a booking up to date wherever it is held, unless that would take it back. */
export function withNews<State extends Held>(state: State, news: Booking | PaymentCheck): State {
  const { all, update } = state;
  const isMeant = (held: Booking) => held._id === news._id;
  return {
    ...state,
    all: all.some(isMeant) ? all.map((row) => (isMeant(row) ? renewed(row, news) : row)) : all,
    update: update && isMeant(update) ? renewed(update, news) : update,
  };
}

function renewed(held: Booking, news: Booking | PaymentCheck): Booking {
  if ('offence' in news) return isBehind(news, held) ? held : news;
  return {
    ...held,
    billRef: held.billRef ?? news.billRef,
    paid: held.paid || news.paid,
    completed: held.completed || news.completed,
  };
}

// A booking only ever goes forward: to its bill, its payment, its clearance, or its withdrawal.
function isBehind(news: Booking, held: Booking): boolean {
  return (
    (held.completed && !news.completed) ||
    (held.paid && !news.paid) ||
    (held.withdrawal !== null && news.withdrawal === null) ||
    (held.billRef !== null && news.billRef === null)
  );
}
