import {
  type ObligationKind,
  obligationKinds,
} from '#contract/modules/after-ticket/obligations.ts';
import {
  powerLine,
  type TicketRules,
  ticketRulesSchema,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { plainSentence } from '#contract/sentences.ts';

/** The rules as they are typed: days as text, and lists with an entry in each line. */
export type RulesDraft = Omit<TicketRules, Typed | 'obligationDays'> &
  Record<Typed, string> & { obligationDays: Record<ObligationKind, string> };

const whole = ['daysToPay', 'referralDays', 'answerDays', 'sendsFrom', 'sendsUntil'] as const;
type Typed = (typeof whole)[number] | 'holidays' | 'reminders' | 'courts' | 'partPrice' | 'laws';

const each = <Value>(value: (kind: ObligationKind) => Value) =>
  Object.fromEntries(obligationKinds.map((kind) => [kind, value(kind)])) as Record<
    ObligationKind,
    Value
  >;

export const draftOf = (rules: TicketRules): RulesDraft => ({
  ...rules,
  ...(Object.fromEntries(whole.map((field) => [field, String(rules[field])])) as Record<
    (typeof whole)[number],
    string
  >),
  holidays: rules.holidays.map(({ day, name }) => `${day} ${name}`).join('\n'),
  reminders: rules.reminders.join(', '),
  courts: rules.courts.join('\n'),
  laws: rules.laws.map((one) => `${one.offence} ${powerLine(one)}`).join('\n'),
  partPrice: rules.partPrice === null ? '' : String(rules.partPrice),
  obligationDays: each((kind) => String(rules.obligationDays[kind] ?? '')),
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The section stands behind the last comma of a line. */
function lawIn(line: string) {
  const [, offence = '', named = ''] = /^(\S*?)(?:[\s,:;]+(.*))?$/.exec(line) ?? [];
  const [, law = named, section = ''] = /^(.*),\s*(.*)$/.exec(named) ?? [];
  return { offence: offence.toUpperCase(), law, section };
}

/** Undefined for what is no number, which the schema refuses by its own sentence. */
const numberOf = (text: string) =>
  /^[-−]?\d{1,4}$/.test(text.trim()) ? Number(text.replace('−', '-')) : undefined;

/** Naira for one part of a message; null for none, undefined for what is no number. */
export const priceOf = (text: string) =>
  text.trim() === '' ? null : /^\d{1,4}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : undefined;

/** The rules of a draft, or what is wrong, by field. */
export function rulesOf(
  draft: RulesDraft,
): { readonly rules: TicketRules } | { readonly problems: Record<string, string> } {
  const said = {
    ...draft,
    ...Object.fromEntries(whole.map((field) => [field, numberOf(draft[field])])),
    holidays: linesOf(draft.holidays).map((line) => {
      const [day = '', ...name] = line.split(/[\s,;]+/);
      return { day, name: name.join(' ') };
    }),
    reminders: draft.reminders
      .split(/[\s,;]+/)
      .filter((one) => one !== '')
      .map(numberOf),
    courts: linesOf(draft.courts),
    laws: linesOf(draft.laws).map(lawIn),
    partPrice: priceOf(draft.partPrice),
    obligationDays: each((kind) =>
      draft.obligationDays[kind].trim() === '' ? null : numberOf(draft.obligationDays[kind]),
    ),
  };
  const parsed = ticketRulesSchema.safeParse(said, { error: plainSentence });
  if (parsed.success) return { rules: parsed.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const [root = '', place] = path;
    const isList = ['holidays', 'reminders', 'courts', 'laws'].includes(String(root));
    const field = isList ? String(root) : path.join('.');
    problems[field] ??=
      isList && typeof place === 'number' ? `Line ${place + 1}: ${message}` : message;
  }
  return { problems };
}
