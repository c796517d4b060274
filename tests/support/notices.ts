import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { Database } from '#server/db/database.ts';
import { signNotice } from '#server/gateways/notice-signature.ts';
import { noticeHeader } from '#server/gateways/paykaduna-notice.ts';
import { testSecret } from './test-app.ts';

const sandboxKey = createHash('sha256').update(`sandbox gateway ${testSecret}`).digest('hex');

/** What the gateway sends when a bill was paid; `invoiceNo` tells one notice from the next. */
export const aNotice = (billReference: string, invoiceNo: string = ulid()) => ({
  event: 'charge.success',
  data: { invoiceNo, billReference, amount: 12_000, status: 'Fully Paid' },
  message: 'The bill was paid.',
});

/** The header with which the sandbox gateway would send this body. */
export const signatureOf = (body: string | Buffer): Record<string, string> => ({
  [noticeHeader]: signNotice(sandboxKey, Buffer.from(body)),
});

export const noticePath = '/api/v1/payment/notice/paykaduna';

/** When the gateway was last asked about a booking's bill, in ms; 0 when it never was. */
export async function checkedAt(db: Database, id: string): Promise<number> {
  const { checked_at } = await db
    .selectFrom('bookings')
    .select('checked_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return checked_at?.getTime() ?? 0;
}
