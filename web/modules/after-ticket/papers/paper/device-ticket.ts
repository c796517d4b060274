import { newBookingSchema } from '#contract/new-bookings.ts';
import type { Offence } from '#contract/offences.ts';
import { headquarters, type Organisation } from '#contract/places.ts';

/** A booking that only this device knows, as its ticket shows it. */
export interface DeviceTicket {
  /** Made up to practise: it has no code that leads anywhere. */
  practice?: true;
  /** The booking's `_id`. */
  id: string;
  ticketCode: string;
  organisation: Organisation;
  zone: string;
  location: string;
  officer: string;
  /** '' where it was booked by licence. */
  plate: string;
  license: string;
  /** Such as `Toyota Corolla, silver`; may be ''. */
  vehicle: string;
  offences: readonly { id: string; name: string; penalty: string; amount: number }[];
  confiscations: readonly string[];
  /** Naira, as the driver was told. */
  price: number;
  /** That the driver reads; '' for English. */
  language: string;
  /** UTC. */
  madeAt: string;
}

/** A booking as a device keeps it until it is sent: `body` is what it will send. */
export interface KeptBooking {
  _id: string;
  body: unknown;
  /** Naira; null where the driver was told none. */
  toldPrice: number | null;
  madeAt: string;
}

interface About {
  /** Whom the officer works for; null where the booking itself says it. */
  organisation: Organisation | null;
  officer: string;
  /** The catalogue, at the fees of the day on which the booking was made. */
  offences: readonly Pick<Offence, 'id' | 'name' | 'penalty' | 'amount'>[];
}

/**
 * The content of such a booking's ticket. Null without a ticket code, and where the catalogue
 * doesn't know its offences.
 */
export function deviceTicketOf(
  { _id: id, body, toldPrice, madeAt }: KeptBooking,
  about: About,
): DeviceTicket | null {
  const booking = newBookingSchema.safeParse(body).data;
  const organisation = about.organisation ?? booking?.organisation;
  if (!booking?.ticketCode || !organisation) return null;
  const offences = booking.offence.flatMap((chosen) => {
    const known = about.offences.find((offence) => offence.id === chosen.id);
    return known ? [known] : [];
  });
  if (offences.length < booking.offence.length) return null;
  const { make, model, color, vehicleType } = booking;
  return {
    id,
    ticketCode: booking.ticketCode,
    organisation,
    zone: booking.zone || headquarters,
    location: booking.location,
    officer: about.officer,
    plate: booking.registration,
    license: booking.license,
    vehicle: [`${make} ${model}`.trim(), color, vehicleType].filter(Boolean).join(', '),
    offences,
    confiscations: booking.confiscations,
    language: booking.language,
    price: toldPrice ?? offences.reduce((sum, { amount }) => sum + amount, 0),
    madeAt,
  };
}
