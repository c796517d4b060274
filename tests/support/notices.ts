import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
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
