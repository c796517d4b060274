import { createHmac } from 'node:crypto';
import { readBoundedText } from './bounded-body.ts';
import { mayHaveArrived } from './gateway-call.ts';
import type { NoticeHeaders } from './payment-gateway.ts';

/** The text-message gateways that there are ports for, as they are spelt in addresses. */
export const messageGatewayNames = ['termii', 'africastalking', 'infobip'] as const;
export type MessageGatewayName = (typeof messageGatewayNames)[number];

/** `account` is the user name at Africa's Talking, and what Termii signs with; else ''. */
export type MessageKeys = Readonly<Record<'url' | 'apiKey' | 'account', string>>;

/**
 * What became of a message. `blocked`: by its recipient or a register. `fault`: ours, an operator must
 * act. `unknown`: it may have been sent. `reason` is for a screen, without secrets.
 */
export interface Fate {
  readonly state: 'accepted' | 'delivered' | 'blocked' | 'unreachable' | 'fault' | 'unknown';
  readonly reason: string;
}

/** What the gateway says it costs; `currency` is '' where it tells none. */
export interface Cost {
  readonly cost: string;
  readonly currency: string;
}

export interface SendAnswer extends Fate {
  /** Nothing was sent, and asking again later makes sense. */
  readonly again?: boolean;
  readonly gatewayId?: string;
  readonly cost?: Cost;
}

export type MessageReport =
  | (Fate & { readonly gatewayId: string; readonly cost?: Cost | undefined })
  /** A subscriber wants nothing more of a sender id. */
  | { readonly state: 'opted out'; readonly phone: string; readonly sender: string };

/** A sender id as gateways register it: 3 to 11 signs that every phone shows. */
export const senderId = /^(?=.{3,11}$)[A-Za-z0-9][A-Za-z0-9 ._&-]*[A-Za-z0-9.]$/;

/** Gateways tell a sender id back in their own letters. */
export const isSameSender = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export interface OutgoingText {
  /** Our own id. */
  readonly id: string;
  /** `234` and ten digits. */
  readonly to: string;
  readonly sender: string;
  readonly text: string;
  /** Where the gateway may report. */
  readonly reportUrl: string;
}

/** No method throws because of the gateway or the network. */
export interface MessageGateway {
  readonly name: MessageGatewayName;
  /** Its reports name our own id. */
  readonly takesOurId: boolean;
  send(message: OutgoingText): Promise<SendAnswer>;
  /** Reads what came to our webhook. */
  readReports(body: Buffer, headers: NoticeHeaders): readonly MessageReport[] | 'forged';
}

export interface MessageGateways {
  /** The gateway of an organisation, and its registered sender id. */
  of(organisation: string): { readonly gateway: MessageGateway; readonly sender: string } | null;
  named(name: string): MessageGateway | null;
  /** The organisations that send by a sender id of a gateway. */
  servedAs(gateway: string, sender: string): readonly string[];
  /** True where mails are sent. */
  readonly mails: boolean;
  /** True if any message can be sent. */
  readonly isSetUp: boolean;
}

export const fault = (reason: string): SendAnswer => ({ state: 'fault', reason });
export const unknown = (reason: string): SendAnswer => ({ state: 'unknown', reason });
const unreadable = unknown('Hanya cannot understand the text message service’s answer.');
export const noBalance: SendAnswer = {
  ...fault('The account with the text message service has no credit left.'),
  again: true,
};

const answerLimit = 256 * 1024;
const isAboutBalance = /balance|credit/i;

/** Asks once, within 20 seconds; `read` reads a good answer, and undefined is not understood. */
export async function askMessageGateway(
  url: string,
  init: RequestInit,
  read: (said: unknown) => SendAnswer | undefined,
): Promise<SendAnswer> {
  try {
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(url, { method: 'POST', redirect: 'manual', ...init, signal });
    const text = await readBoundedText(response, answerLimit);
    const { status } = response;
    if (status === 401 || status === 403)
      return fault('The text message service does not accept Hanya’s key.');
    // A limit of calls is looked at before the message: whoever says it took nothing.
    if (status === 429)
      return { ...unknown('The text message service is busy (429).'), again: true };
    if (status >= 400 && status < 500 && status !== 408)
      return isAboutBalance.test(text ?? '')
        ? noBalance
        : fault(`The text message service refused the message (${status}).`);
    // A proxy also answers so once it has passed the message on, and no gateway tells which.
    if (status < 200 || status > 299)
      return unknown(`The text message service answered with an error (${status}).`);
    return read(JSON.parse(text ?? '')) ?? unreadable;
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable;
    return mayHaveArrived(error)
      ? unknown('The text message service did not answer in time.')
      : { ...unknown('The text message service cannot be reached.'), again: true };
  }
}

/** Words for a message that reached nobody, the ones of a recipient or a register first. */
const failures: readonly (readonly [RegExp, Fate['state']])[] = [
  [/dnd|do.?not.?disturb|black.?list|blocked|barred|opt(ed)?.?out/i, 'blocked'],
  [
    /fail|expir|reject|absent|discard|delet|cancel|abort|invalid|error|inactive|unreach|undeliv|denied|unknown.?subscriber|timed?.?out|no.?route|\b(can)?not\b/i,
    'unreachable',
  ],
];

/** What a word means that a gateway doesn't document. */
export function fateOfUnknown(word: string): Fate['state'] {
  const apart = word.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return failures.find(([words]) => words.test(apart))?.[1] ?? 'unknown';
}

export const jsonBody = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/**
 * The secret part of the address at which a gateway reports. Each has its own, so that none of them
 * can speak for another.
 */
export const reportKeyOf = (secret: string, gateway: string): string =>
  createHmac('sha256', secret).update(gateway).digest('base64url');

/** The address at which a gateway reports. */
export const reportUrlOf = (
  { publicUrl, messageReportKey = '' }: { publicUrl: string; messageReportKey?: string },
  gateway: string,
): string =>
  `${publicUrl}/api/v1/message/report/${gateway}/${reportKeyOf(messageReportKey, gateway)}`;
