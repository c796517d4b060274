import { z } from 'zod';
import {
  askMessageGateway,
  type Fate,
  jsonBody,
  type MessageGateway,
  type MessageKeys,
  noBalance,
  type SendAnswer,
} from './message-gateway.ts';
import { noticeJson } from './notice-signature.ts';

const status = z.object({ groupId: z.number().int(), name: z.string() });
const answered = z.object({ messages: z.array(z.object({ status })).min(1) });
const reports = z.object({
  results: z
    .array(
      z.object({
        messageId: z.string(),
        status,
        price: z
          .object({ pricePerMessage: z.coerce.string(), currency: z.string().max(3) })
          .nullish(),
      }),
    )
    .max(100),
});

/** Names of rejections (group 5); another one is a number that it doesn't serve. */
const rejections: readonly (readonly [RegExp, Fate['state']])[] = [
  [/DND|BLACKLIST|BLOCK|OPT/i, 'blocked'],
  [/CREDIT|BALANCE|SENDER|SOURCE/i, 'fault'],
];

/** By the number of a group. */
const groups: readonly Fate['state'][] = [
  'accepted',
  'accepted',
  'unreachable',
  'delivered',
  'unreachable',
];

const stateOf = ({ groupId, name }: z.infer<typeof status>): Fate['state'] =>
  groupId === 5
    ? (rejections.find(([word]) => word.test(name))?.[1] ?? 'unreachable')
    : (groups[groupId] ?? 'unknown');

const fateOf = (said: z.infer<typeof status>): Fate => {
  const state = stateOf(said);
  return { state, reason: said.name.slice(0, 200) };
};

/** Infobip, which knows a message by our own id. Its reports aren't signed. */
export function createInfobip({ url, apiKey }: MessageKeys): MessageGateway {
  const headers = { authorization: `App ${apiKey}` };
  return {
    name: 'infobip',
    takesOurId: true,
    send: ({ id, to, sender, text, reportUrl }) => {
      const message = {
        sender,
        destinations: [{ to, messageId: id }],
        content: { text },
        webhooks: { delivery: { url: reportUrl } },
      };
      return askMessageGateway(
        `${url}/sms/3/messages`,
        jsonBody({ messages: [message] }, headers),
        (said): SendAnswer | undefined => {
          const [first] = answered.safeParse(said).data?.messages ?? [];
          if (!first) return undefined;
          if (/CREDIT|BALANCE/i.test(first.status.name)) return noBalance;
          const fate = fateOf(first.status);
          return fate.state === 'accepted' ? { ...fate, reason: '' } : fate;
        },
      );
    },
    readReports: (body) =>
      (reports.safeParse(noticeJson(body)).data?.results ?? []).map((row) => ({
        ...fateOf(row.status),
        gatewayId: row.messageId,
        ...(row.price && {
          cost: { cost: row.price.pricePerMessage, currency: row.price.currency },
        }),
      })),
  };
}
