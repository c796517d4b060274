import { withdrawBooking } from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import type { Client, Request } from './client.ts';
import { booked } from './journey.ts';

export const withdrawalReason = 'Booked twice at the same roadblock.';

/** The call that withdraws a booking. */
export const withdrawalOf = (id: string): Request => ({
  params: { id },
  body: { reason: withdrawalReason },
});

/** A new booking of an officer, withdrawn by somebody else. */
export async function withdrawn(
  officer: Client,
  superior: Client,
  changes?: Parameters<typeof booked>[1],
): Promise<Booking> {
  const { _id } = await booked(officer, changes);
  return (await superior.ok(withdrawBooking, withdrawalOf(_id))).data;
}
