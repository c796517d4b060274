import { z } from 'zod';
import { answer, instant } from '../../answers.ts';
import { endpoint } from '../../endpoint.ts';
import { said, type Say } from '../../language.ts';
import { offenceIdSchema } from '../../offences.ts';
import { personSchema } from '../../people.ts';
import { movedBy } from '../../periods.ts';
import { organisationSchema } from '../../places.ts';
import { decisionSchema } from '../../second-person.ts';
import { dateSentence } from '../../sentences.ts';
import { requiredText, text } from '../../text.ts';
import {
  messageTextOf,
  placesOf,
  usualTexts,
  type WrittenPurpose,
  writtenPurposes,
} from './message-texts.ts';
import { type ObligationKind, obligationKinds, obligations } from './obligations.ts';

/** The acts of an officer or the authority that a law must allow. */
export const actsOfPower = {
  ticket: 'Ticket and settlement',
  impounding: 'Impounding a vehicle',
  confiscation: 'Keeping documents or items',
  prosecution: 'Referral to court',
} as const;
export type ActOfPower = keyof typeof actsOfPower;

/** A law as its gazette names it; all '' where the organisation has named none. */
const powerSchema = z
  .strictObject({ law: text(120), section: text(60), wording: text(400) })
  .refine(({ law, section, wording }) => law !== '' || (section === '' && wording === ''), {
    path: ['law'],
    message: 'Enter the law that contains this section.',
  });
export type Power = z.infer<typeof powerSchema>;

/** The power in one line, such as “Traffic Law 2017, s. 30”; '' for none. */
export const powerLine = ({
  law,
  section,
}: Pick<Power, 'law' | 'section'> & Partial<Power>): string =>
  [law, section].filter((part) => part !== '').join(', ');

/** The law that makes something an offence. */
const offenceLawSchema = z.strictObject({
  offence: offenceIdSchema,
  law: requiredText(120, 'Enter the law for this offence.'),
  section: text(60),
});

/** What papers say where the organisation has named no law for an offence. */
export const noLawNamed = 'section to be named';

const wholeDays = (least: number, most: number) => z.number().int().min(least).max(most);
const hour = z.number().int().min(0).max(24);
const day = z.iso
  .date({ error: dateSentence('such as 2026-12-25') })
  .describe('Unbounded: holidays and new rules can be years ahead.');

/** Rules list so many holidays at most. */
const mostHolidays = 100;

/** What an organisation lays down for its tickets. Days are Africa/Lagos. */
export const ticketRulesSchema = z.strictObject({
  powers: z.strictObject({
    ticket: powerSchema.refine(({ law }) => law !== '', {
      path: ['law'],
      message: 'Enter the law that lets the authority offer this settlement.',
    }),
    impounding: powerSchema,
    confiscation: powerSchema,
    prosecution: powerSchema,
  } satisfies Record<ActOfPower, z.ZodType>),
  /** The law of each offence that the organisation has named one for. */
  laws: z
    .array(offenceLawSchema)
    .max(200, 'Enter at most 200 offences.')
    .refine((all) => new Set(all.map(({ offence }) => offence)).size === all.length, {
      message: 'Enter each offence once.',
    })
    .default([]),
  /** What a ticket offers, on paper and on its public page. */
  offer: requiredText(400, 'Enter the offer. It must say that the driver may pay or object.'),
  /** From the ticket's day to its due day. */
  daysToPay: wholeDays(1, 365),
  /** A due day on a weekend or holiday becomes the next working day. */
  toWorkingDay: z.boolean(),
  holidays: z
    .array(z.strictObject({ day, name: requiredText(60, 'Enter a name for the holiday.') }))
    .max(mostHolidays, `Enter at most ${mostHolidays} holidays.`)
    .refine((all) => new Set(all.map((one) => one.day)).size === all.length, {
      message: 'Enter each day once.',
    }),
  /** Reminders so many days after the due day; before it where negative. */
  reminders: z
    .array(wholeDays(-60, 365))
    .max(8, 'Enter at most eight reminders.')
    .refine((all) => new Set(all).size === all.length, { message: 'Enter each day once.' }),
  /** A ticket may be referred to court so many days after its due day. */
  referralDays: wholeDays(0, 365),
  /** Working days in which a dispute is answered. */
  answerDays: wholeDays(1, 90),
  /** A referred ticket may be paid until its plea. */
  settlesUntilPlea: z.boolean(),
  /** Reminders are sent from this hour on, and before the other. */
  sendsFrom: hour,
  sendsUntil: hour,
  /** What messages say of a ticket; the usual text where rules are older than the message. */
  texts: z
    .strictObject(
      Object.fromEntries(
        writtenPurposes.map((purpose) => [
          purpose,
          messageTextOf(placesOf(purpose)).default(usualTexts[purpose]),
        ]),
      ) as Record<WrittenPurpose, z.ZodDefault<ReturnType<typeof messageTextOf>>>,
    )
    .default({ ...usualTexts }),
  /** Naira that the gateway asks for one part of a message; null where nobody has said. */
  partPrice: z.number().min(0).max(1_000).multipleOf(0.01).nullable().default(null),
  courts: z.array(requiredText(120, 'Enter the court.')).max(30, 'Enter at most 30 courts.'),
  /** Days from a ticket's day to the due day of each kind of obligation; null for none. */
  obligationDays: z.strictObject(
    Object.fromEntries(
      obligationKinds.map((kind) => [kind, wholeDays(0, 365).nullable()]),
    ) as Record<ObligationKind, z.ZodNullable<z.ZodNumber>>,
  ),
  /** Open obligations of these kinds hold a clearance; none by default. */
  holds: z.array(z.enum(obligationKinds)),
});
export type TicketRules = z.infer<typeof ticketRulesSchema>;

export const firstRules: TicketRules = {
  powers: {
    ticket: { law: '', section: '', wording: '' },
    impounding: { law: '', section: '', wording: '' },
    confiscation: { law: '', section: '', wording: '' },
    prosecution: { law: '', section: '', wording: '' },
  },
  laws: [],
  offer: said(
    'This is an offer to settle. If you pay the amount by the due date, there is no trial. If you object, the authority answers you first. After that, the case can go to court.',
  ),
  daysToPay: 30,
  toWorkingDay: true,
  holidays: [],
  reminders: [-2, 0, 7, 21],
  referralDays: 14,
  answerDays: 14,
  settlesUntilPlea: true,
  sendsFrom: 8,
  sendsUntil: 20,
  texts: { ...usualTexts },
  partPrice: null,
  courts: [],
  obligationDays: Object.fromEntries(
    obligationKinds.map((kind) => [kind, obligations[kind].days]),
  ) as Record<ObligationKind, number | null>,
  holds: [],
};

type Calendar = Pick<TicketRules, 'holidays'>;

/** Days of which people said at short notice that they are holidays, or none after all. */
export interface DeclaredDays {
  /** Africa/Lagos, both included. */
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly isHoliday: boolean;
}

/** Rules with the holidays that were declared, in the order of their confirmation. */
export function withDeclared<Rules extends Calendar>(
  rules: Rules,
  declared: readonly DeclaredDays[],
): Rules {
  if (declared.length === 0) return rules;
  const names = new Map(rules.holidays.map((holiday) => [holiday.day, holiday.name]));
  for (const { from, to, name, isHoliday } of declared)
    for (let one = from; one <= to; one = movedBy(one, 1))
      if (isHoliday) names.set(one, name);
      else names.delete(one);
  const holidays = [...names].map(([of, name]) => ({ day: of, name }));
  return {
    ...rules,
    holidays: holidays
      .toSorted((one, other) => (one.day < other.day ? -1 : 1))
      .slice(-mostHolidays),
  };
}

/** False on Saturdays, Sundays and the holidays of the rules. */
export const isWorkingDay = ({ holidays }: Calendar, of: string): boolean =>
  new Date(of).getUTCDay() % 6 !== 0 && !holidays.some((holiday) => holiday.day === of);

/** The day itself, or the next working day. */
const workingDayFrom = (rules: Calendar, of: string): string =>
  isWorkingDay(rules, of) ? of : workingDayFrom(rules, movedBy(of, 1));

/** So many working days later. */
export const workingDaysAfter = (rules: Calendar, of: string, days: number): string =>
  days === 0 ? of : workingDaysAfter(rules, workingDayFrom(rules, movedBy(of, 1)), days - 1);

/** A due day, or the next working day where the rules move it there. */
export const inTime = (
  rules: Pick<TicketRules, 'toWorkingDay' | 'holidays'>,
  due: string,
): string => (rules.toWorkingDay ? workingDayFrom(rules, due) : due);

/** The last day on which a ticket of this day is paid in time. */
export const dueDayOf = (
  rules: Pick<TicketRules, 'daysToPay' | 'toWorkingDay' | 'holidays'>,
  ticketDay: string,
): string => inTime(rules, movedBy(ticketDay, rules.daysToPay));

/** What a ticket of today offers, for a device that prints it without a network. */
export const ticketOfferSchema = ticketRulesSchema
  .pick({ offer: true, daysToPay: true, toWorkingDay: true, holidays: true, laws: true })
  .extend({ power: powerSchema });
export type TicketOffer = z.infer<typeof ticketOfferSchema>;

export const offerOf = ({ powers, ...rules }: TicketRules): TicketOffer => ({
  power: powers.ticket,
  offer: rules.offer,
  daysToPay: rules.daysToPay,
  toWorkingDay: rules.toWorkingDay,
  holidays: rules.holidays,
  laws: rules.laws,
});

/** The law of an offence by these rules, in one line; '' where they name none. */
export function lawOf({ laws }: Pick<TicketRules, 'laws'>, id: string): string {
  const named = laws.find(({ offence }) => offence === id);
  return named ? powerLine(named) : '';
}

/** The offer as papers and pages say it: what to do until when, and the law that it rests on. */
export const offerWords = (
  say: Say,
  { offer, power }: Pick<TicketOffer, 'offer' | 'power'>,
  dueDay: string | null,
): { readonly lead: string; readonly rest: string } => ({
  lead: dueDay === null ? say('Pay or object.') : say('Pay by {day} or object.', { day: dueDay }),
  rest: `${say(offer)} ${say('The legal basis is {law}.', { law: powerLine(power) })}`,
});

/** The due day of an obligation of a ticket of this day; null where the rules name none. */
export function obligationDueDay(
  rules: Pick<TicketRules, 'obligationDays' | 'toWorkingDay' | 'holidays'>,
  kind: ObligationKind,
  ticketDay: string,
): string | null {
  const days = rules.obligationDays[kind];
  if (days === null) return null;
  const due = movedBy(ticketDay, days);
  return rules.toWorkingDay && days > 0 ? workingDayFrom(rules, due) : due;
}

export const ticketRulesVersionSchema = z.strictObject({
  id: z.string(),
  /** They hold for tickets of this day and later, until the next rules. */
  from: day,
  rules: ticketRulesSchema,
  reason: z.string(),
  by: personSchema,
  at: instant,
  /** `lapsed` is one whose day came before anybody confirmed it. */
  state: z.enum(['waiting', 'confirmed', 'refused', 'taken back', 'lapsed']),
  decidedBy: personSchema.nullable(),
  decidedAt: instant.nullable(),
  /** The reason of a refusal; else ''. */
  refusal: z.string(),
});
export type TicketRulesVersion = z.infer<typeof ticketRulesVersionSchema>;

/** The rules of a ticket's day; null where none held. */
export const readRulesOfTicket = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/rules',
  permission: 'see unpaid bookings',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(ticketRulesSchema.nullable()),
});

const organisation = organisationSchema.optional();

/** The offer of tickets of today; null where no rules hold. */
export const readTicketOffer = endpoint({
  method: 'GET',
  path: '/api/v1/ticket-offer',
  permission: 'see unpaid bookings',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(ticketOfferSchema.nullable()),
});

/** All rules of an organisation, those of the latest first day first. */
export const listTicketRules = endpoint({
  method: 'GET',
  path: '/api/v1/ticket-rules',
  permission: 'see reconciliation',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(z.array(ticketRulesVersionSchema)),
});

/** By what name and address drivers hear from an organisation: its texts are measured with them. */
export const readMessageSender = endpoint({
  method: 'GET',
  path: '/api/v1/ticket-rules/sender',
  permission: 'see reconciliation',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(z.strictObject({ authority: z.string(), address: z.string() })),
});

/**
 * Proposes the rules of tickets from a day to come on; they hold once another state admin confirms
 * them before it. 403 for somebody who does not see all zones, 409 while others wait, 400 for a text
 * that has too many parts with the organisation's own name.
 */
export const proposeTicketRules = endpoint({
  method: 'POST',
  path: '/api/v1/ticket-rules',
  permission: 'set fees',
  audit: 'rules.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: z.strictObject({
    rules: ticketRulesSchema.refine((rules) => rules.sendsFrom < rules.sendsUntil, {
      path: ['sendsUntil'],
      message: 'Enter an hour after “Send reminders from”.',
    }),
    from: day,
    reason: requiredText(500, 'Enter a reason for the new rules.'),
    organisation,
  }),
  response: answer(ticketRulesVersionSchema),
});

const params = z.object({ id: z.string() });

/** Another state admin confirms or refuses them. 409 for the proposer, decided ones, and once their day has come. */
export const decideTicketRules = endpoint({
  method: 'PUT',
  path: '/api/v1/ticket-rules/:id/decision',
  permission: 'set fees',
  audit: 'rules.set',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params,
  body: decisionSchema,
  response: answer(ticketRulesVersionSchema),
});

/** Takes back one's own proposal. 403 for that of another. */
export const takeBackTicketRules = endpoint({
  method: 'DELETE',
  path: '/api/v1/ticket-rules/:id',
  permission: 'set fees',
  audit: 'rules.taken-back',
  proof: 'lately',
  params,
  response: answer(ticketRulesVersionSchema),
});
