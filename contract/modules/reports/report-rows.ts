import { z } from 'zod';
import { listAnswer, pageQuery } from '../../answers.ts';
import { dayCount, maxReconciledDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { dayFilters, daysInOrder, daysReversed, placeFilters } from '../../list-filters.ts';
import { offenceGroupSchema, offenceIdSchema } from '../../offences.ts';
import { type OwedSpan, owedSpans } from '../../owed.ts';
import { organisationSchema } from '../../places.ts';
import { todayInLagos } from '../../sentences.ts';
import { requiredText } from '../../text.ts';
import { brokenOf } from './cross-tables.ts';

/** Each row is a whole ticket, a charge under one revenue head, or all that one offence costs. */
const shares = ['head', 'offence'] as const;

const ofTickets = ['bookedBy', 'each', 'head', 'offence', 'group', 'exceptOffences', 'exceptZones'];
const ofActs = ['bookedBy', 'before'];

interface FigureWords {
  readonly says: string;
  /** These narrow it further than days and place. */
  readonly takes: readonly string[];
}

/** Reports and reconciliation count these where no other list shows just those rows. */
export const reportFigures = {
  issued: { says: 'Tickets issued', takes: ofTickets },
  billed: { says: 'Tickets with a bill', takes: ofTickets },
  paid: { says: 'Tickets paid by now', takes: ofTickets },
  cleared: { says: 'Tickets cleared by now', takes: ofTickets },
  outstanding: { says: 'Tickets unpaid by now', takes: ofTickets },
  withdrawn: { says: 'Tickets withdrawn by now', takes: ofTickets },
  decided: { says: 'Tickets decided in court by now', takes: ofTickets },
  received: { says: 'Payments received', takes: [...ofTickets, 'gateway', 'before'] },
  net: {
    says: 'Payments received, less what was given back',
    takes: ['bookedBy', 'each', 'head'],
  },
  withdrawals: { says: 'Withdrawals', takes: ofActs },
  decisions: { says: 'Decisions of courts', takes: ofActs },
  clearances: { says: 'Clearances', takes: ofActs },
  'nothing to pay': { says: 'Tickets with nothing to pay', takes: ofActs },
  unpaid: { says: 'Tickets unpaid at the end of a day', takes: ['bookedBy', 'owed'] },
  late: { says: 'Tickets that arrived late', takes: ofActs },
  collisions: { says: 'Collisions', takes: ['bookedBy', 'exceptZones'] },
  killed: { says: 'People killed in collisions', takes: ['bookedBy'] },
  injured: { says: 'People injured in collisions', takes: ['bookedBy'] },
  exceptions: { says: 'Money beside the tickets', takes: ['kind', 'state'] },
  compared: { says: 'Payments on days with a statement', takes: [] },
  differences: { says: 'Differences from the statements', takes: ['difference'] },
  statements: { says: 'Lines of the statements', takes: [] },
  said: { says: 'What the gateway or the bank says', takes: ['gateway', 'whose'] },
} as const satisfies Readonly<Record<string, FigureWords>>;
export type ReportFigure = keyof typeof reportFigures;

const figureNames = Object.keys(reportFigures) as [ReportFigure, ...ReportFigure[]];

/** Those without money. */
export const isOfPeople = (figure: ReportFigure): boolean =>
  figure === 'collisions' || figure === 'killed' || figure === 'injured';

/** The first ones of a cross table stand in columns of their own, and the others in one. */
const leftOut = (what: string) =>
  requiredText(1_000, `Name the ${what} that are left out.`).transform((keys) => keys.split(','));

// Kinds and differences are texts: a screen that shows rows needs neither exceptions nor statements.
const narrowing = {
  /** The id of the officer who made the records. */
  bookedBy: requiredText(64, 'Name an officer by their id.'),
  each: z.enum(shares, 'Choose what each row is: head or offence.'),
  head: requiredText(60, 'Name a revenue head.'),
  offence: offenceIdSchema,
  group: offenceGroupSchema,
  exceptOffences: leftOut('offences').pipe(z.array(offenceIdSchema)),
  /** Each as `Kaduna|Zaria`: organisation and zone. */
  exceptZones: leftOut('zones'),
  gateway: requiredText(60, 'Name a gateway.'),
  /** Of tickets that were issued before this day; of late ones, that were made before it. */
  before: dayFilters.from.unwrap(),
  owed: z.enum(Object.keys(owedSpans) as [OwedSpan], 'Choose how long it has been owed.'),
  kind: requiredText(40, 'Name the kind of finding.'),
  state: requiredText(40, 'Name the state of the exceptions.'),
  difference: requiredText(40, 'Name the difference.'),
  whose: z.enum(['gateway', 'bank'], 'Choose the gateway or the bank.'),
};

/** A figure of a report: what is counted, of which days and place, and of what of it. */
export const reportRowFilters = z.strictObject({
  figure: z.enum(figureNames, 'Choose one of the figures.'),
  ...dayFilters,
  ...placeFilters,
  ...z.object(narrowing).partial().shape,
});
export type ReportRowFilters = z.infer<typeof reportRowFilters>;

function whyNotAsked(asked: ReportRowFilters) {
  const { figure, from, to, each } = asked;
  const takes: readonly string[] = reportFigures[figure].takes;
  const other = Object.keys(narrowing).find((name) => name in asked && !takes.includes(name));
  const isOfLines = asked.offence ?? asked.group ?? asked.exceptOffences;
  return brokenOf({
    [other ?? 'figure']: {
      'This figure is not counted by that.':
        other !== undefined && asked[other as keyof typeof asked] !== undefined,
    },
    to: {
      'Choose the day at whose end the tickets were unpaid.': figure === 'unpaid' && !to,
      'Choose a day that has come.': figure === 'unpaid' && to !== undefined && to > todayInLagos(),
      [`Choose at most ${maxReconciledDays} days.`]:
        from !== undefined && to !== undefined && dayCount(from, to) > maxReconciledDays,
    },
    from: {
      'Leave out the first day: tickets are unpaid at the end of a day.':
        figure === 'unpaid' && from !== undefined,
      'Choose the first and the last day.': figure !== 'unpaid' && !(from && to),
    },
    each: {
      'Ask for each offence to choose some of them.': isOfLines !== undefined && each !== 'offence',
      'Ask for each revenue head to choose one.': asked.head !== undefined && each !== 'head',
    },
  });
}

const withItsFilters = <Schema extends z.ZodType<ReportRowFilters>>(schema: Schema): Schema =>
  schema.refine(daysInOrder, daysReversed).superRefine((asked, context) => {
    const why = whyNotAsked(asked);
    if (why) context.addIssue({ code: 'custom', path: [why.field], message: why.sentence });
  });

const reportFigureRow = z.strictObject({
  id: z.string(),
  /** The day on which it counts, in Africa/Lagos. */
  day: z.iso.date(),
  /** The ticket's reference, the collision's place, or the bill. */
  record: z.string(),
  /** The plate, or the licence where there is none; may be ''. */
  plate: z.string(),
  /** The charge, the receipt, the finding, or what else tells it from others of its record. */
  detail: z.string(),
  organisation: organisationSchema,
  /** Empty where no booking is known. */
  zone: z.string(),
  /** It adds this to the number: 1, or so many people. */
  count: z.number().int(),
  /** It adds this to the naira, below 0 where it takes away; null stands for a figure without money. */
  amount: z.number().nullable(),
  /** The address of the record; null where there is none. */
  opens: z.string().nullable(),
});
export type ReportFigureRow = z.infer<typeof reportFigureRow>;

/**
 * The rows behind a figure of a report, the latest first: `counted` and `amount` (naira) are their sums, and the
 * figure. 400 where an organisation must be chosen, 403 for a place beyond the scope.
 */
export const listReportRows = endpoint({
  method: 'GET',
  path: '/api/v1/report/rows',
  permission: 'see reconciliation',
  audit: null,
  query: withItsFilters(reportRowFilters.extend(pageQuery)),
  response: listAnswer(reportFigureRow).extend({
    counted: z.number().int(),
    amount: z.number(),
  }),
});
