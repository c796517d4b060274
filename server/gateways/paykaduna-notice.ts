import { z } from 'zod';
import { bodyEvent, isSignedNotice, noticeJson } from './notice-signature.ts';
import { billReference } from './paykaduna-answers.ts';
import type { Notice, NoticeHeaders } from './payment-gateway.ts';

export const noticeHeader = 'x-paykaduna-signature';

const chargeSuccess = z.object({
  event: z.literal('charge.success'),
  data: z.object({ billReference }),
});

/**
 * Reads a notice of PayKaduna. Its documentation describes none; another integrator receives this
 * form. Only the reference is used, to ask about the bill.
 */
export function readPayKadunaNotice(
  keys: readonly string[],
  body: Buffer,
  headers: NoticeHeaders,
): Notice {
  if (!isSignedNotice(keys, body, headers[noticeHeader])) return { outcome: 'forged' };
  const said = chargeSuccess.safeParse(noticeJson(body)).data;
  return said
    ? { outcome: 'notice', event: bodyEvent(body), billRef: said.data.billReference }
    : { outcome: 'ignored' };
}
