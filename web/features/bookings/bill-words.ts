import { type BillState, type CheckFinding, moneyMatters } from '#contract/payments.ts';
import { clockOf, dateOf, type Instant, momentOf } from '#web/format/time.ts';

/** The time of day, with the date unless it is today's. */
const timeOf = (instant: Instant, now: Instant): string =>
  dateOf(instant) === dateOf(now) ? clockOf(instant) : momentOf(instant);

const matterWords = {
  'bill in doubt': 'The payment gateway may have created this bill, but Hanya never got an answer.',
  'bill refused': 'The payment gateway refused to create this bill.',
  'revenue head missing':
    'The payment gateway has no account for an offence in this booking, so Hanya cannot create a bill.',
  'bill late': 'There is still no bill to pay.',
  'other amount': 'The payment gateway shows a different amount for this bill.',
  unproven: 'The payment gateway says this bill is paid, but does not show a payment for it.',
} as const;

const notPaidAgain = 'A state admin must check this payment first. Do not pay again until then.';
const withoutGateway =
  'The payment gateway for this bill is no longer set up, so Hanya cannot check the bill.';
const tellAdmin = 'Tell a state admin.';

/** The result of Check Status, in words. */
export function checkWords(finding: CheckFinding, now: Instant = Date.now()): string {
  switch (finding.is) {
    case 'paid':
      return 'Payment Completed!';
    case 'not paid':
      return 'Payment not yet Completed!';
    case 'no bill':
      return 'Payment not yet Completed! There is no bill to pay yet.';
    case 'no gateway':
      return `${withoutGateway} ${tellAdmin}`;
    case 'no answer':
      return finding.againAt === null
        ? 'The payment gateway is not responding, so Hanya does not know yet whether this bill is paid. Hanya does not check a bill this old automatically. Try again later.'
        : `The payment gateway is not responding, so Hanya does not know yet whether this bill is paid. Hanya will ask again at about ${timeOf(finding.againAt, now)}.`;
    case 'before a person':
      return `${matterWords[finding.matter]} ${lookWords(finding)}`;
  }
}

function lookWords({ matter, settled }: Extract<CheckFinding, { is: 'before a person' }>): string {
  if (settled) return 'A state admin has settled this, but the booking is still not paid.';
  return moneyMatters.some((kind) => kind === matter)
    ? notPaidAgain
    : 'Hanya has asked a state admin to look at the bill.';
}

interface BillWords {
  /** True if all is as it should be: making a bill takes a moment. */
  asUsual: boolean;
  lead: string;
  rest: string[];
}

const payBillLater = 'You can use Pay Bill as soon as there is a payment reference.';

/** Shown until the state of the bill is known. */
export const noBillYet: BillWords = {
  asUsual: true,
  lead: 'There is no bill yet.',
  rest: [payBillLater],
};

/** The reason why Pay Bill can't be used while there is no bill; null when nothing prevents it. */
export function billWords(state: BillState, now: Instant = Date.now()): BillWords | null {
  switch (state.is) {
    case 'made':
      if (state.matter !== null)
        return { asUsual: false, lead: matterWords[state.matter], rest: [notPaidAgain] };
      return state.gateway ? null : { asUsual: false, lead: withoutGateway, rest: [tellAdmin] };
    case 'not due':
      return null;
    case 'without gateway':
      return {
        asUsual: false,
        lead: `There is no payment gateway for ${state.organisation}, so Hanya cannot create a bill.`,
        rest: [tellAdmin],
      };
    case 'being made':
      if (state.problem === null && isFresh(state.since, now))
        return {
          asUsual: true,
          lead: 'Hanya is creating the bill.',
          rest: [payBillLater],
        };
      return {
        asUsual: false,
        lead: `There is no bill yet. Hanya has been asking the payment gateway for it since ${timeOf(state.since, now)}.`,
        rest: [
          ...problemWords(state),
          nextWords(state, now),
          personWords(state, now),
          payBillLater,
        ],
      };
    case 'before a person':
      return {
        asUsual: false,
        lead:
          state.matter === 'bill late'
            ? `There is still no bill. Hanya has been asking the payment gateway for it since ${timeOf(state.since, now)}.`
            : matterWords[state.matter],
        rest: [
          ...(state.matter === 'bill late' ? problemWords(state) : []),
          `At ${timeOf(state.foundAt, now)} Hanya asked a state admin to look at this booking.`,
          isHeld(state.matter)
            ? 'Hanya will not ask for the bill again until a state admin decides.'
            : nextWords(state, now),
        ],
      };
  }
}

/** Making a bill may take up to a minute; only after that is it late. */
const isFresh = (since: Instant, now: Instant): boolean =>
  new Date(now).getTime() - new Date(since).getTime() < 60_000;

type UnmadeBill = Extract<BillState, { problem: string | null }>;

/** A bill that may exist already, or was refused, is not asked for again automatically. */
const isHeld = (matter: string): boolean => matter === 'bill in doubt' || matter === 'bill refused';

const problemWords = ({ problem }: UnmadeBill): string[] => (problem === null ? [] : [problem]);

function nextWords({ nextTry }: UnmadeBill, now: Instant): string {
  if (nextTry === null) return 'Hanya has stopped asking for the bill.';
  return nextTry === 'now' || new Date(nextTry) <= new Date(now)
    ? 'Hanya is asking for the bill now.'
    : `Hanya will ask for the bill again at ${timeOf(nextTry, now)}.`;
}

function personWords(
  { personFrom }: Extract<BillState, { is: 'being made' }>,
  now: Instant,
): string {
  if (personFrom === null) return 'A state admin has looked at this booking.';
  return `If there is no bill by ${timeOf(personFrom, now)}, Hanya will ask a state admin to look at this booking.`;
}
