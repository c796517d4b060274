import type { Organisation } from '#contract/places.ts';

/** The gateways there are adapters for. */
export const gatewayNames = ['PayKaduna', 'Paystack'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/**
 * The parts of a bill. Amounts are integer kobo; `bookingId` is our own identifier at the gateway.
 */
export interface BillRequest {
  readonly bookingId: string;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  /** Empty where the booking has none. */
  readonly email: string;
  readonly items: readonly BillRequestItem[];
}

interface BillRequestItem {
  readonly amountKobo: number;
  /** The item's revenue head; null only where the gateway doesn't bill by head. */
  readonly mdasId: number | null;
  readonly narration: string;
}

/** There is no reliable answer. `reason` is one sentence for a log or a screen, without secrets. */
export interface UnknownAnswer {
  readonly outcome: 'unknown';
  readonly reason: string;
}

/**
 * `refused`: the gateway won't make this bill; asking again unchanged is pointless. `unknown`: ask
 * again later. With `mayExist` the request was sent, so the gateway may hold a bill whose reference
 * nobody here knows.
 */
export type BillAnswer =
  | {
      readonly outcome: 'made';
      readonly billRef: string;
      /**
       * The page where it is paid, from a gateway that tells it only when the bill is made; else
       * null.
       */
      readonly page: string | null;
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | (UnknownAnswer & { readonly mayExist: boolean });

/**
 * `paid`: the gateway says so, with a receipt and an amount, which the caller still compares with
 * the bill's own. `unproven`: the gateway says paid but shows no usable amount or receipt; this is
 * not paid, and raises an exception. `unknown`: treat as pending.
 */
export type PaymentState =
  | { readonly outcome: 'paid'; readonly amountKobo: number; readonly receipt: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unproven'; readonly reason: string }
  | UnknownAnswer;

/** The bill that the gateway has under a reference. */
export interface FoundBill {
  readonly outcome: 'bill';
  /** The sum of its items. */
  readonly amountKobo: number;
  readonly isPaid: boolean;
  /** The booking that the bill's own reference names; null where it names none. */
  readonly bookingId: string | null;
  /** The gateway's text for the payer; empty where it keeps none. */
  readonly narration: string;
  /** Its items by revenue head; empty where the gateway doesn't bill by head. */
  readonly items: readonly { readonly code: string; readonly amountKobo: number }[];
}

export type BillFound =
  | FoundBill
  | { readonly outcome: 'none'; readonly reason: string }
  | UnknownAnswer;

/** A bill as its booking holds it; `page` is the one that `makeBill` answered. */
export interface BillAt {
  readonly billRef: string;
  readonly page: string | null;
}

/**
 * A message that a gateway sent by itself. A notice is a prompt to ask about `billRef`, never
 * proof; `event` identifies it, so that each counts once. `ignored` concerns nothing of ours;
 * `forged` isn't signed with our key.
 */
export type Notice =
  | { readonly outcome: 'notice'; readonly event: string; readonly billRef: string }
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'forged' };

/** The headers of a notice, their names in lower case. */
export type NoticeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Money that the gateway says it took. `amountKobo` is kobo, `paidAt` UTC. */
export interface StatementLine {
  readonly billRef: string;
  readonly receipt: string;
  readonly amountKobo: number;
  readonly paidAt: Date;
}

export type Statement =
  | { readonly outcome: 'statement'; readonly lines: readonly StatementLine[] }
  /** This gateway has no statement to fetch: the bank sends its file instead. */
  | { readonly outcome: 'none' }
  | UnknownAnswer;

export type PaymentPage = { readonly outcome: 'page'; readonly url: string } | UnknownAnswer;

interface RevenueHead {
  readonly revenue_code: string;
  readonly mdasId: number;
}

export type RevenueHeads =
  | { readonly outcome: 'heads'; readonly heads: readonly RevenueHead[] }
  | UnknownAnswer;

type Attachment = { readonly outcome: 'attached' } | UnknownAnswer;

/**
 * The party that collects the money. No method throws because of the gateway or the network: every
 * failure is an outcome. An unknown outcome is pending, never paid and never failed.
 */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** True if each item of a bill must name its revenue head; otherwise its `mdasId` may be null. */
  readonly billsByHead: boolean;
  makeBill(request: BillRequest): Promise<BillAnswer>;
  paymentOf(billRef: string): Promise<PaymentState>;
  /** Looks a bill up by the gateway's own reference. */
  findBill(billRef: string): Promise<BillFound>;
  /** The address of the gateway's own page where the offender pays. */
  paymentPage(bill: BillAt): Promise<PaymentPage>;
  /** Reads what came to our webhook: the body's exact bytes, and the headers in lower case. */
  readNotice(body: Buffer, headers: NoticeHeaders): Notice;
  /** The payments from one moment up to another, UTC, the second not included. */
  statement(from: Date, to: Date): Promise<Statement>;
  /** Notes such as the ticket reference and the plate, kept with the bill at the gateway. */
  attach(billRef: string, notes: Readonly<Record<string, string>>): Promise<Attachment>;
  revenueHeads(): Promise<RevenueHeads>;
}

/**
 * `of` finds the gateway for an organisation's new bills, `named` the gateway of an existing bill.
 */
export interface Gateways {
  readonly all: readonly PaymentGateway[];
  of(organisation: Organisation): PaymentGateway | null;
  named(name: string | null): PaymentGateway | null;
  /**
   * The organisation that is shown money of this gateway without a known booking: the first it
   * serves.
   */
  homeOf(gateway: PaymentGateway): Organisation;
}
