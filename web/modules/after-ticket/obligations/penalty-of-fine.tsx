import type { Booking } from '#contract/bookings.ts';
import { type Obligation, obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { ObligationItem } from './obligation-item.tsx';

/** The obligation that a penalty of a booking has become, under its words in the table of fines. */
export function PenaltyOfFine({ booking, place }: { booking: Booking; place: number }) {
  const { _id: id, withdrawal, decision } = booking;
  const { data, reload } = useLoaded(`${id} ${withdrawal !== null} ${decision?.at ?? ''}`, () =>
    obligationsOf(id),
  );
  const obligation = data?.find((one) => one.place === place);
  return obligation && <ObligationItem obligation={obligation} onChanged={reload} />;
}

const underWay = new Map<string, Promise<readonly Obligation[]>>();

/** The obligations of a booking; all its penalties ask in one call. */
function obligationsOf(booking: string): Promise<readonly Obligation[]> {
  const known = underWay.get(booking);
  if (known) return known;
  const asked = call(obligationRegister.list, { query: { booking, limit: 100 } })
    .then(({ data }) => data)
    .finally(() => underWay.delete(booking));
  underWay.set(booking, asked);
  return asked;
}
