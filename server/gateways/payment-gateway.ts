/** What a bill is made of. Amounts are integer kobo; `bookingId` is our own identifier at the gateway. */
export interface BillRequest {
  readonly bookingId: string;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly items: readonly BillRequestItem[];
}

interface BillRequestItem {
  readonly amountKobo: number;
  readonly mdasId: number;
  readonly narration: string;
}

/** No answer that can be relied on. `reason` is one sentence fit for a log or a screen: it holds no secret. */
export interface UnknownAnswer {
  readonly outcome: 'unknown';
  readonly reason: string;
}

/**
 * `refused`: the gateway would not make this bill as asked; asking again unchanged is no use.
 * `unknown`: ask again later; when `mayExist` is true the request was sent, so a bill may already
 * stand at the gateway under a reference that nobody here knows.
 */
export type BillAnswer =
  | { readonly outcome: 'made'; readonly billRef: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | (UnknownAnswer & { readonly mayExist: boolean });

/**
 * `paid`: the gateway says so, with a receipt and an amount. The caller still compares `amountKobo`
 * with the bill's own amount.
 * `unproven`: the gateway says paid but shows no usable amount or receipt. This is not paid: it
 * belongs on the list of exceptions for a person.
 * `unknown`: treat as pending.
 */
export type PaymentState =
  | { readonly outcome: 'paid'; readonly amountKobo: number; readonly receipt: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unproven'; readonly reason: string }
  | UnknownAnswer;

/** What stands at the gateway under a reference: `amountKobo` is the sum of the bill's items. */
export type BillFound =
  | { readonly outcome: 'bill'; readonly amountKobo: number }
  | { readonly outcome: 'none'; readonly reason: string }
  | UnknownAnswer;

export type PaymentPage = { readonly outcome: 'page'; readonly url: string } | UnknownAnswer;

interface RevenueHead {
  readonly revenue_code: string;
  readonly mdasId: number;
}

export type RevenueHeads =
  { readonly outcome: 'heads'; readonly heads: readonly RevenueHead[] } | UnknownAnswer;

type Attachment = { readonly outcome: 'attached' } | UnknownAnswer;

/**
 * The party that collects the money. No method throws for what the gateway or the network does:
 * every failure is an outcome, and an unknown outcome is pending, never paid and never failed.
 */
export interface PaymentGateway {
  readonly name: string;
  makeBill(request: BillRequest): Promise<BillAnswer>;
  paymentOf(billRef: string): Promise<PaymentState>;
  /** Looks a bill up by the gateway's own reference. */
  findBill(billRef: string): Promise<BillFound>;
  /** The address of the gateway's own page where the offender pays. */
  paymentPage(billRef: string): Promise<PaymentPage>;
  /** Notes such as the ticket reference and the plate, kept with the bill at the gateway. */
  attach(billRef: string, notes: Readonly<Record<string, string>>): Promise<Attachment>;
  revenueHeads(): Promise<RevenueHeads>;
}
