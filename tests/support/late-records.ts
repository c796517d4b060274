import { ulid } from 'ulid';
import { createBooking } from '#contract/new-bookings.ts';
import type { Client } from './client.ts';
import { aBooking } from './factories.ts';

const hour = 3_600_000;

/** What a device says of a record that it made so many hours before it sends it. */
export function captureOf(hours: number): { madeAt: string; sentAt: string } {
  const now = Date.now();
  return {
    madeAt: new Date(now - hours * hour).toISOString(),
    sentAt: new Date(now).toISOString(),
  };
}

/** A booking of four days ago that its device tried to send; answers its id. */
export async function aLateRecord(
  client: Client,
  changes?: Parameters<typeof aBooking>[0],
): Promise<string> {
  const _id = ulid();
  const body = aBooking({ _id, capture: captureOf(96), ...changes });
  const { status } = await client.call(createBooking, { body });
  if (status !== 409) throw new Error(`It was answered with ${status} instead of being too late.`);
  return _id;
}

/** The body by which a device says that a booking was taken out of it. */
export const aTakenOutRecord = (changes: Record<string, unknown> = {}) => ({
  _id: ulid(),
  kind: 'booking',
  label: 'ABC-123-XY',
  zone: 'Zaria',
  toldPrice: 12_000,
  capture: captureOf(2),
  reason: 'Booked twice: the first one was thought lost.',
  ...changes,
});
