import type { Booking } from '#contract/bookings.ts';

interface Shown {
  all: readonly Booking[];
  update: Booking | null;
}

/** Brings a booking up to date where it is shown, unless what was heard is older than what is known. */
export function withHeard<State extends Shown>(state: State, heard: Booking): State {
  const renew = (known: Booking) => (isBehind(heard, known) ? known : heard);
  const { all, update } = state;
  return {
    ...state,
    all: all.some(({ _id }) => _id === heard._id)
      ? all.map((row) => (row._id === heard._id ? renew(row) : row))
      : all,
    update: update?._id === heard._id ? renew(update) : update,
  };
}

// A booking only ever goes forward: to its bill, its payment, its clearance, or its withdrawal.
function isBehind(heard: Booking, known: Booking): boolean {
  return (
    (known.completed && !heard.completed) ||
    (known.paid && !heard.paid) ||
    (known.withdrawal !== null && heard.withdrawal === null) ||
    (known.billRef !== null && heard.billRef === null)
  );
}
