import { ulid } from 'ulid';
import { signedRecordText } from '#contract/brought-in-records.ts';
import type { Phone } from './devices.ts';
import { aBooking } from './factories.ts';

const hour = 3_600_000;

const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

/** A booking as a phone saves it into a file, made so many hours ago, with a ticket over 12,000 naira. */
export const aSavedRecord = (hours = 2, changes: Record<string, unknown> = {}) => ({
  format: 1,
  _id: ulid(),
  kind: 'booking',
  body: aBooking(),
  label: 'ABC-123DE',
  toldPrice: 12_000 as number | null,
  madeAt: ago(hours),
  savedAt: ago(0),
  files: [],
  ...changes,
});

/** What a superior sends of a record that a phone has signed. */
export async function broughtInOf(phone: Phone, saved: object, reason?: string) {
  const words = JSON.stringify(saved);
  const signature = await phone.signText(signedRecordText(words));
  return { device: phone.id, words, signature, ...(reason !== undefined && { reason }) };
}

/** What the phone itself would send of the same booking. */
export const sentOf = ({ _id, body, madeAt, toldPrice }: ReturnType<typeof aSavedRecord>) => ({
  ...body,
  _id,
  capture: { madeAt, sentAt: new Date().toISOString(), toldPrice },
});
