import { z } from 'zod';
import {
  askMessageGateway,
  type Cost,
  fault,
  type Fate,
  fateOfUnknown,
  type MessageGateway,
  type MessageKeys,
  type MessageReport,
  noBalance,
  type SendAnswer,
} from './message-gateway.ts';

const answered = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(
      z.object({
        statusCode: z.number().int(),
        status: z.string(),
        cost: z.string().optional(),
        messageId: z.string().optional(),
      }),
    ),
  }),
});

/** Its codes for a message that it didn't take, and whether asking again makes sense. */
const refusals: Readonly<Record<number, readonly [state: Fate['state'], again: boolean]>> = {
  401: ['fault', false],
  402: ['fault', false],
  403: ['unreachable', false],
  404: ['unreachable', false],
  406: ['blocked', false],
  407: ['unreachable', true],
  409: ['blocked', false],
  500: ['unknown', false],
  501: ['unknown', false],
  502: ['unreachable', false],
};

const states: Readonly<Record<string, Fate['state']>> = {
  Sent: 'accepted',
  Submitted: 'accepted',
  Buffered: 'accepted',
  Success: 'delivered',
  Failed: 'unreachable',
  Rejected: 'unreachable',
  AbsentSubscriber: 'unreachable',
  Expired: 'unreachable',
};

const reasons: Readonly<Record<string, Fate['state']>> = {
  UserInBlackList: 'blocked',
  DoNotDisturbRejection: 'blocked',
  InsufficientCredit: 'fault',
  InvalidLinkId: 'fault',
  UserAccountSuspended: 'fault',
};

function fateOf(status: string, why: string): Fate {
  const reason = (why || status).slice(0, 200);
  const state = states[status] ?? fateOfUnknown(status);
  return { state: state === 'unreachable' ? (reasons[why] ?? state) : state, reason };
}

/** `NGN 4.0000`. */
function costOf(text = ''): Cost | undefined {
  const [, currency, cost] = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return currency && cost ? { cost, currency } : undefined;
}

/** Africa's Talking. Its reports aren't signed: only their address is a secret. */
export function createAfricasTalking({ url, apiKey, account }: MessageKeys): MessageGateway {
  return {
    name: 'africastalking',
    takesOurId: false,
    send: ({ to, sender, text }) =>
      askMessageGateway(
        `${url}/version1/messaging`,
        {
          headers: { accept: 'application/json', apiKey },
          body: new URLSearchParams({
            username: account,
            to: `+${to}`,
            message: text,
            from: sender,
            bulkSMSMode: '1',
          }),
        },
        (said): SendAnswer | undefined => {
          const data = answered.safeParse(said).data?.SMSMessageData;
          const [recipient] = data?.Recipients ?? [];
          if (!recipient) return data && fault(data.Message.slice(0, 200));
          const { statusCode, status, messageId } = recipient;
          if (statusCode === 405) return noBalance;
          const [state, again] = refusals[statusCode] ?? [];
          if (state) return { state, again: again === true, reason: status.slice(0, 200) };
          if (statusCode < 100 || statusCode > 102) return undefined;
          const cost = costOf(recipient.cost);
          return {
            state: 'accepted',
            reason: '',
            ...(messageId !== undefined && { gatewayId: messageId }),
            ...(cost && { cost }),
          };
        },
      ),
    readReports(body): MessageReport[] {
      const form = new URLSearchParams(body.toString('utf8'));
      const of = (name: string) => form.get(name) ?? '';
      if (of('id') !== '')
        return [{ ...fateOf(of('status'), of('failureReason')), gatewayId: of('id') }];
      const [phone, sender] = [of('phoneNumber'), of('senderId')];
      return phone && sender ? [{ state: 'opted out', phone, sender }] : [];
    },
  };
}
