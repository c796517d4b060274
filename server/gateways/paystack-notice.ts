import { z } from 'zod';
import { bodyEvent, isSignedNotice, noticeJson } from './notice-signature.ts';
import type { Notice, NoticeHeaders } from './payment-gateway.ts';
import { paystackReference } from './paystack-answers.ts';

const noticeHeader = 'x-paystack-signature';

const chargeSuccess = z.object({
  event: z.literal('charge.success'),
  data: z.object({
    reference: paystackReference,
    id: z.union([z.number().int(), z.string().min(1).max(64)]).optional(),
  }),
});

/** Reads a notice of Paystack, signed with our secret key; only successful payments concern us. */
export function readPaystackNotice(
  secretKey: string,
  body: Buffer,
  headers: NoticeHeaders,
): Notice {
  if (!isSignedNotice([secretKey], body, headers[noticeHeader])) return { outcome: 'forged' };
  const said = chargeSuccess.safeParse(noticeJson(body)).data;
  if (!said) return { outcome: 'ignored' };
  const { id, reference } = said.data;
  return {
    outcome: 'notice',
    event: id === undefined ? bodyEvent(body) : String(id),
    billRef: reference,
  };
}
