import { type BillState, type CheckFinding, moneyMatters } from '#contract/payments.ts';
import { clockOf, dateOf, type Instant, momentOf } from '#web/format/time.ts';

/** The time of day, with the date unless it is today's. */
const timeOf = (instant: Instant, now: Instant): string =>
  dateOf(instant) === dateOf(now) ? clockOf(instant) : momentOf(instant);

const matterWords = {
  'bill in doubt': 'The gateway may have made this bill, but its answer never came.',
  'bill refused': 'The gateway refused to make this bill.',
  'revenue head missing':
    'The gateway has no account for an offence of this booking, so it makes no bill.',
  'bill late': 'There is still no bill that could be paid.',
  'other amount': 'The gateway shows money of another amount than this bill’s.',
  unproven: 'The gateway calls this bill paid, but shows no payment of it.',
} as const;

const notPaidAgain = 'A state admin looks at it before it counts: do not pay again until then.';
const withoutGateway =
  'The payment gateway of this bill is no longer set up, so it can’t be asked.';
const tellAdmin = 'Tell a state admin.';

/** The result of Check Status, in words. */
export function checkWords(finding: CheckFinding, now: Instant = Date.now()): string {
  switch (finding.is) {
    case 'paid':
      return 'Payment Completed!';
    case 'not paid':
      return 'Payment not yet Completed!';
    case 'no bill':
      return 'Payment not yet Completed! There is no bill yet that could be paid.';
    case 'no gateway':
      return `${withoutGateway} ${tellAdmin}`;
    case 'no answer':
      return finding.againAt === null
        ? 'The payment gateway does not answer, so it is not known yet whether this is paid. So old a bill is not asked about by itself: try again later.'
        : `The payment gateway does not answer, so it is not known yet whether this is paid. It is asked again by itself at about ${timeOf(finding.againAt, now)}.`;
    case 'before a person':
      return `${matterWords[finding.matter]} ${lookWords(finding)}`;
  }
}

function lookWords({ matter, settled }: Extract<CheckFinding, { is: 'before a person' }>): string {
  if (settled) return 'That was looked at and settled: it does not pay this booking.';
  return moneyMatters.some((kind) => kind === matter)
    ? notPaidAgain
    : 'A state admin was asked to look at it.';
}

interface BillWords {
  /** True if all is as it should be: making a bill takes a moment. */
  asUsual: boolean;
  lead: string;
  rest: string[];
}

const payBillLater = 'Pay Bill works as soon as the payment reference is here.';

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
        lead: `No payment gateway is set up for ${state.organisation}, so no bill is made.`,
        rest: [tellAdmin],
      };
    case 'being made':
      if (state.problem === null && isFresh(state.since, now))
        return { asUsual: true, lead: 'The bill is being made.', rest: [payBillLater] };
      return {
        asUsual: false,
        lead: `There is no bill yet, asked for since ${timeOf(state.since, now)}.`,
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
            ? `There is still no bill, asked for since ${timeOf(state.since, now)}.`
            : matterWords[state.matter],
        rest: [
          ...(state.matter === 'bill late' ? problemWords(state) : []),
          `A state admin was asked at ${timeOf(state.foundAt, now)} to look at it.`,
          isHeld(state.matter)
            ? 'Until then nobody asks for the bill again.'
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
  if (nextTry === null) return 'It is no longer asked for by itself.';
  return nextTry === 'now' || new Date(nextTry) <= new Date(now)
    ? 'It is being asked for right now.'
    : `It is asked for again at ${timeOf(nextTry, now)}.`;
}

function personWords(
  { personFrom }: Extract<BillState, { is: 'being made' }>,
  now: Instant,
): string {
  if (personFrom === null) return 'A state admin has looked at it.';
  return `If there is none by ${timeOf(personFrom, now)}, a state admin is asked to look.`;
}
