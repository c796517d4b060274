import { z } from 'zod';
import {
  askMessageGateway,
  type Fate,
  fateOfUnknown,
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
        /** Parts of the message, by its newer and its older name. */
        messageCount: z.number().int().positive().nullish(),
        smsCount: z.number().int().positive().nullish(),
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

function stateOf({ groupId, name }: z.infer<typeof status>): Fate['state'] {
  if (groupId === 5) return rejections.find(([word]) => word.test(name))?.[1] ?? 'unreachable';
  // It stands among the delivered ones, and another report follows.
  if (name === 'DELIVERED_TO_OPERATOR') return 'accepted';
  return groups[groupId] ?? fateOfUnknown(name);
}

/** Its price is that of one part. */
const costOf = (price: string, parts: number): string =>
  parts === 1 ? price : String(Math.round(Number(price) * parts * 1e6) / 1e6);

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
          cost: {
            cost: costOf(row.price.pricePerMessage, row.messageCount ?? row.smsCount ?? 1),
            currency: row.price.currency,
          },
        }),
      })),
  };
}
