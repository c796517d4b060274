import { z } from 'zod';
import {
  askMessageGateway,
  type Fate,
  fateOfUnknown,
  jsonBody,
  type MessageGateway,
  type MessageKeys,
} from './message-gateway.ts';
import { isSignedNotice, noticeJson } from './notice-signature.ts';

const sent = z.object({ message_id: z.string() });
const report = z.object({
  type: z.literal('outbound'),
  message_id: z.string(),
  status: z.string(),
  cost: z.coerce.string().optional(),
});

/** By the beginning of its words; longer ones tell more behind a bar. */
const states: readonly (readonly [RegExp, Fate['state']])[] = [
  [/^(delivered|received)/i, 'delivered'],
  [/^(dnd|rejected)/i, 'blocked'],
  [/^(expired|message failed|failed)/i, 'unreachable'],
  [/^(message sent|sent)\s*(\||$)/i, 'accepted'],
];

const fateOf = (status: string): Fate => ({
  state: states.find(([word]) => word.test(status.trim()))?.[1] ?? fateOfUnknown(status),
  reason: status.slice(0, 200),
});

/** Termii over its transactional route; its key stands in the body, so nothing of it is logged. */
export function createTermii({ url, apiKey, account: secretKey }: MessageKeys): MessageGateway {
  const route = { type: 'plain', channel: 'dnd' };
  return {
    name: 'termii',
    takesOurId: false,
    send: ({ to, sender, text }) =>
      askMessageGateway(
        `${url}/api/sms/send`,
        jsonBody({ api_key: apiKey, to, from: sender, sms: text, ...route }),
        (said) => {
          const answer = sent.safeParse(said).data;
          return answer && { state: 'accepted', reason: '', gatewayId: answer.message_id };
        },
      ),
    readReports(body, headers) {
      if (!isSignedNotice([secretKey], body, headers['x-termii-signature'])) return 'forged';
      const said = report.safeParse(noticeJson(body)).data;
      if (!said) return [];
      const cost = said.cost === undefined ? undefined : { cost: said.cost, currency: '' };
      return [{ ...fateOf(said.status), gatewayId: said.message_id, cost }];
    },
  };
}
