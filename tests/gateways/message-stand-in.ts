import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { reportKeyOf } from '#server/gateways/message-gateway.ts';
import { signNotice } from '#server/gateways/notice-signature.ts';

/** Everything that a message gateway may do to a message. */
export const plays = [
  'accepted and delivered',
  'accepted and silent',
  'accepted, then DND',
  'refused for balance',
  'refused for the sender id',
  'time-out after acceptance',
  'an error after acceptance',
  'the same report twice',
  'reports out of order',
  'a report for an unknown id',
  'a wrong signature',
  'a cost in another currency',
] as const;
export type Play = (typeof plays)[number];

export type GatewayName = 'termii' | 'africastalking' | 'infobip';

interface Taken {
  readonly gateway: GatewayName;
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

type Word = 'sent' | 'delivered' | 'dnd';

/** `group` and `parts` are told by Infobip alone. */
interface Said {
  readonly status: string;
  readonly group?: number;
  readonly parts?: number;
}

export interface StandIn {
  readonly url: string;
  readonly taken: readonly Taken[];
  play: Play;
  /** While true it refuses every call, since there are too many. */
  away: boolean;
  /** The status of an error after acceptance. */
  errorStatus: number;
  /** Where each gateway was told to report, as in its dashboard. */
  readonly reportTo: Map<GatewayName, string>;
  /** Reports by itself; answers the status of the product. */
  report(gateway: GatewayName, id: string, word: Word): Promise<number>;
  /** Reports in these words, as this gateway has them. */
  reportAs(gateway: GatewayName, id: string, said: Said): Promise<number>;
  /** Resolves once all reports of what was taken are sent. */
  settled(): Promise<void>;
  optOut(phone: string, sender: string): Promise<number>;
  close(): Promise<void>;
}

const words: Record<GatewayName, Record<Word, string>> = {
  termii: {
    sent: 'Message Sent',
    delivered: 'DELIVERED | Message delivered to handset',
    dnd: 'DND Active on Phone Number',
  },
  africastalking: { sent: 'Sent', delivered: 'Success', dnd: 'Failed' },
  infobip: { sent: 'PENDING_ENROUTE', delivered: 'DELIVERED_TO_HANDSET', dnd: 'REJECTED_DND' },
};
const groups: Record<Word, number> = { sent: 1, delivered: 3, dnd: 5 };

/** Speaks the protocols of Termii, Africa's Talking and Infobip over HTTP, as they document them. */
export async function startStandIn(port = 0): Promise<StandIn> {
  const taken: Taken[] = [];
  const reportTo = new Map<GatewayName, string>();
  const reporting = new Set<Promise<unknown>>();
  let number = 9_122_821_270_554_876_574n;

  const server = createServer((request, response) => {
    void answer(request, response);
  });

  const self: StandIn = {
    url: '',
    taken,
    play: 'accepted and delivered',
    away: false,
    errorStatus: 503,
    reportTo,
    report: (gateway, id, word) => send(gateway, bodyOf(gateway, id, word, self.play)),
    reportAs: (gateway, id, said) => send(gateway, bodyOf(gateway, id, 'sent', self.play, said)),
    async settled() {
      while (reporting.size > 0) await Promise.all(reporting);
    },
    optOut: (phoneNumber, senderId) =>
      send('africastalking', new URLSearchParams({ phoneNumber, senderId }).toString()),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function send(gateway: GatewayName, body: string, key = 'termii-secret'): Promise<number> {
    const form = gateway === 'africastalking';
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const answered = await fetch(reportTo.get(gateway) ?? '', {
      method: 'POST',
      headers: {
        'content-type': type,
        ...(gateway === 'termii' && { 'x-termii-signature': signNotice(key, Buffer.from(body)) }),
      },
      body,
    });
    return answered.status;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const reply = (status: number, said: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    };
    if (self.away) {
      reply(429, {});
      return;
    }
    const message = read(request, body);
    if (!message) {
      reply(401, { message: 'Unauthorized' });
      return;
    }
    const refused = self.play.startsWith('refused');
    if (!refused) taken.push(message);
    if (self.play === 'time-out after acceptance') {
      response.destroy();
      return;
    }
    if (self.play === 'an error after acceptance') {
      reply(self.errorStatus, {});
      return;
    }
    // The first report overtakes the answer.
    if (self.play === 'reports out of order')
      await self.report(message.gateway, message.id, 'delivered');
    const { status, said } = answerOf(message, self.play);
    reply(status, said);
    const after = refused ? undefined : reportsAfter(message);
    if (!after) return;
    reporting.add(after);
    void after.finally(() => reporting.delete(after));
  }

  function read({ url = '', headers }: IncomingMessage, body: string): Taken | undefined {
    number += 1n;
    const id = String(number);
    if (url === '/api/sms/send') {
      const { api_key, to, from, sms, channel } = JSON.parse(body) as Record<string, string>;
      if (api_key !== 'termii-key' || channel !== 'dnd' || !to || !from || !sms) return undefined;
      return { gateway: 'termii', id, to, from, text: sms };
    }
    if (url === '/version1/messaging') {
      const form = new URLSearchParams(body);
      if (headers['apikey'] !== 'africastalking-key' || form.get('username') !== 'hanya')
        return undefined;
      if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        return undefined;
      const of = (name: string) => form.get(name) ?? '';
      const said = { to: of('to'), from: of('from'), text: of('message') };
      return { gateway: 'africastalking', id: `ATPid_${id}`, ...said };
    }
    if (url !== '/sms/3/messages' || headers.authorization !== 'App infobip-key') return undefined;
    const { messages } = JSON.parse(body) as {
      messages: [
        {
          sender: string;
          destinations: [{ to: string; messageId: string }];
          content: { text: string };
          webhooks: { delivery: { url: string } };
        },
      ];
    };
    const [{ sender, destinations, content, webhooks }] = messages;
    reportTo.set('infobip', webhooks.delivery.url);
    const [{ to, messageId }] = destinations;
    return { gateway: 'infobip', id: messageId, to, from: sender, text: content.text };
  }

  async function reportsAfter({ gateway, id }: Taken): Promise<void> {
    const { play } = self;
    if (play === 'accepted and silent') return;
    if (play === 'a wrong signature') {
      const at = reportTo.get(gateway) ?? '';
      // Where nothing is signed, only the address is a secret.
      if (gateway !== 'termii') reportTo.set(gateway, `${at.slice(0, -1)}x`);
      await send(gateway, bodyOf(gateway, id, 'delivered', play), 'another key');
      reportTo.set(gateway, at);
      return;
    }
    const word =
      play === 'accepted, then DND'
        ? 'dnd'
        : play === 'reports out of order'
          ? 'sent'
          : 'delivered';
    await self.report(gateway, play === 'a report for an unknown id' ? `${id}9` : id, word);
    if (play === 'the same report twice') await self.report(gateway, id, word);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return Object.assign(self, { url: `http://127.0.0.1:${address.port}` });
}

function answerOf({ gateway, id, to }: Taken, play: Play): { status: number; said: unknown } {
  const refused = { 'refused for balance': 'balance', 'refused for the sender id': 'sender' }[
    play as string
  ];
  if (gateway === 'termii') {
    if (refused === 'balance') return { status: 400, said: { message: 'Insufficient balance' } };
    if (refused) return { status: 404, said: { message: 'Sender id not found' } };
    const said = { message_id: id, message: 'Successfully Sent', balance: 9, user: 'Hanya' };
    return { status: 200, said: { code: 'ok', ...said } };
  }
  if (gateway === 'africastalking') {
    const cost = play === 'a cost in another currency' ? 'KES 0.8000' : 'NGN 4.0000';
    const [statusCode, status] =
      refused === 'balance'
        ? [405, 'InsufficientBalance']
        : refused
          ? [402, 'InvalidSenderId']
          : [101, 'Success'];
    const recipient = { statusCode, number: to, status, cost, messageId: id, messageParts: 1 };
    const data = { Message: `Sent to 1/1 Total Cost: ${cost}`, Recipients: [recipient] };
    return { status: 201, said: { SMSMessageData: data } };
  }
  const name =
    refused === 'balance'
      ? 'REJECTED_NOT_ENOUGH_CREDITS'
      : refused
        ? 'REJECTED_SENDER'
        : 'PENDING_ACCEPTED';
  const group = refused
    ? { groupId: 5, groupName: 'REJECTED' }
    : { groupId: 1, groupName: 'PENDING' };
  const status = { ...group, id: 26, name, description: '' };
  const message = { messageId: id, status, destination: to, details: { messageCount: 1 } };
  return { status: 200, said: { bulkId: 'b', messages: [message] } };
}

function bodyOf(
  gateway: GatewayName,
  id: string,
  word: Word,
  play: Play,
  { status, group, parts = 1 }: Said = {
    status: words[gateway][word],
    group: groups[word],
  },
): string {
  if (gateway === 'termii')
    return JSON.stringify({
      type: 'outbound',
      id: 'r',
      message_id: id,
      receiver: '2348031234567',
      status,
      sender: 'KASTLEA',
      sent_at: '2020-12-16 11:34:36',
      cost: '3.9',
      channel: 'DND',
    });
  if (gateway === 'africastalking')
    return new URLSearchParams({
      id,
      status,
      phoneNumber: '+2348031234567',
      networkCode: '62130',
      retryCount: '0',
      ...(word === 'dnd' && { failureReason: 'DoNotDisturbRejection' }),
    }).toString();
  const currency = play === 'a cost in another currency' ? 'USD' : 'NGN';
  const price = { pricePerMessage: 4.2, currency };
  const said = { groupId: group, groupName: 'X', id: 5, name: status, description: '' };
  const result = { messageId: id, price, status: said, messageCount: parts };
  return JSON.stringify({ results: [result] });
}

// By itself: node tests/gateways/message-stand-in.ts <the product's address> <MESSAGE_REPORT_KEY> [play]
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [product = '', key = '', play = plays[0]] = process.argv.slice(2);
  const standIn = await startStandIn(4480);
  for (const gateway of ['termii', 'africastalking'] as const)
    standIn.reportTo.set(
      gateway,
      `${product}/api/v1/message/report/${gateway}/${reportKeyOf(key, gateway)}`,
    );
  standIn.play = plays.find((known) => known === play) ?? plays[0];
  process.stdout.write(`Listens at ${standIn.url}, and plays: ${standIn.play}.\n`);
}
