import { z } from 'zod';
import { instant, listAnswer, pageQuery } from '../../answers.ts';
import { bookingNarrowing, withRangesInOrder } from '../../booking-filters.ts';
import { dayCount, maxReconciledDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { dayFilters, exportFormatSchema, exportTypes, placeFilters } from '../../list-filters.ts';
import { offenceGroupSchema, offenceIdSchema } from '../../offences.ts';
import { type OwedSpan, owedSpans } from '../../owed.ts';
import { organisationSchema } from '../../places.ts';
import { todayInLagos } from '../../sentences.ts';
import { requiredText } from '../../text.ts';
import { brokenOf } from './cross-tables.ts';

/** Each row is a whole ticket, a charge under one revenue head, or all that one offence costs. */
const shares = ['head', 'offence'] as const;

const ofTickets = ['bookedBy', 'each', 'head', 'offence', 'group', 'exceptOffences', 'exceptZones'];
const ofPayments = [...ofTickets, 'min', 'max'];
const ofActs = ['bookedBy', 'before'];

interface FigureWords {
  readonly says: string;
  /** These narrow it further than days and place. */
  readonly takes: readonly string[];
}

/** Reports and reconciliation count these where no other list shows just those rows. */
export const reportFigures = {
  issued: { says: 'Bookings issued', takes: ofTickets },
  billed: { says: 'Bookings with a bill', takes: ofTickets },
  paid: { says: 'Bookings paid so far', takes: ofPayments },
  cleared: { says: 'Bookings cleared so far', takes: ofTickets },
  outstanding: { says: 'Bookings still unpaid', takes: ofTickets },
  withdrawn: { says: 'Bookings withdrawn so far', takes: ofTickets },
  decided: { says: 'Bookings decided in court so far', takes: ofTickets },
  received: { says: 'Payments received', takes: [...ofPayments, 'gateway', 'before'] },
  net: {
    says: 'Payments received less refunds',
    takes: ['bookedBy', 'each', 'head'],
  },
  withdrawals: { says: 'Withdrawals', takes: ofActs },
  decisions: { says: 'Court decisions', takes: ofActs },
  clearances: { says: 'Clearances', takes: ofActs },
  'nothing to pay': { says: 'Bookings with nothing to pay', takes: ofActs },
  unpaid: { says: 'Bookings unpaid at the end of a day', takes: ['bookedBy', 'owed'] },
  late: { says: 'Bookings that arrived late', takes: ofActs },
  collisions: { says: 'Collisions', takes: ['bookedBy', 'exceptZones'] },
  killed: { says: 'People killed in collisions', takes: ['bookedBy'] },
  injured: { says: 'People injured in collisions', takes: ['bookedBy'] },
  exceptions: { says: 'Payment exceptions', takes: ['kind', 'state'] },
  compared: { says: 'Payments on days with a statement', takes: [] },
  differences: { says: 'Differences from the statements', takes: ['difference'] },
  statements: { says: 'Statement lines', takes: [] },
  said: { says: 'Totals from the payment gateway or the bank', takes: ['gateway', 'whose'] },
} as const satisfies Readonly<Record<string, FigureWords>>;
export type ReportFigure = keyof typeof reportFigures;

const figureNames = Object.keys(reportFigures) as [ReportFigure, ...ReportFigure[]];

/** Those without money. */
export const isOfPeople = (figure: ReportFigure): boolean =>
  figure === 'collisions' || figure === 'killed' || figure === 'injured';

/** The first ones of a cross table stand in columns of their own, and the others in one. */
const leftOut = (what: string) =>
  requiredText(1_000, `Enter the ${what} to leave out.`).transform((keys) => keys.split(','));

// Kinds and differences are texts: a screen that shows rows needs neither exceptions nor statements.
const narrowing = {
  /** The id of the officer who made the records. */
  bookedBy: requiredText(64, 'Enter the id of an officer.'),
  each: z.enum(shares, 'Select whether each row is a revenue head or an offence.'),
  head: requiredText(60, 'Enter a revenue head.'),
  offence: offenceIdSchema,
  group: offenceGroupSchema,
  exceptOffences: leftOut('offences').pipe(z.array(offenceIdSchema)),
  /** Each as `Kaduna|Zaria`: organisation and zone. */
  exceptZones: leftOut('zones'),
  /** Naira of a row, such as the fee of an offence. */
  min: bookingNarrowing.min.unwrap(),
  max: bookingNarrowing.max.unwrap(),
  gateway: requiredText(60, 'Enter a payment gateway.'),
  /** Of tickets that were issued before this day; of late ones, that were made before it. */
  before: dayFilters.from.unwrap(),
  owed: z.enum(
    Object.keys(owedSpans) as [OwedSpan],
    'Select how many days the booking is overdue.',
  ),
  kind: requiredText(40, 'Enter the kind of exception.'),
  state: requiredText(40, 'Enter the status of the exceptions.'),
  difference: requiredText(40, 'Enter the kind of difference.'),
  whose: z.enum(['gateway', 'bank'], 'Select the payment gateway or the bank.'),
};

/** A figure of a report: what is counted, of which days and place, and of what of it. */
export const reportRowFilters = z.strictObject({
  figure: z.enum(figureNames, 'Select a figure.'),
  ...dayFilters,
  ...placeFilters,
  ...z.object(narrowing).partial().shape,
});
export type ReportRowFilters = z.infer<typeof reportRowFilters>;

/** Their rows are offences of paid tickets, with their payers, on any days. */
export const isOfPayments = ({
  figure,
  each,
}: {
  readonly figure: string;
  readonly each?: string | undefined;
}): boolean => (figure === 'received' || figure === 'paid') && each !== undefined;

function whyNotAsked(asked: ReportRowFilters) {
  const { figure, from, to, each } = asked;
  const takes: readonly string[] = reportFigures[figure].takes;
  const other = Object.keys(narrowing).find((name) => name in asked && !takes.includes(name));
  const isOfLines = asked.offence ?? asked.group ?? asked.exceptOffences;
  return brokenOf({
    [other ?? 'figure']: {
      'You cannot filter this figure by that.':
        other !== undefined && asked[other as keyof typeof asked] !== undefined,
    },
    to: {
      'Select a day. The figure counts the bookings that were unpaid when it ended.':
        figure === 'unpaid' && !to,
      'Select today or an earlier day.':
        figure === 'unpaid' && to !== undefined && to > todayInLagos(),
      [`Select at most ${maxReconciledDays} days.`]:
        from !== undefined &&
        to !== undefined &&
        dayCount(from, to) > maxReconciledDays &&
        !isOfPayments(asked),
    },
    from: {
      'Remove the first day. This figure is for the end of one day.':
        figure === 'unpaid' && from !== undefined,
      'Select the first and the last day.':
        figure !== 'unpaid' && !(from && to) && !isOfPayments(asked),
    },
    each: {
      'Select rows for each offence to filter by offence.':
        isOfLines !== undefined && each !== 'offence',
      'Select rows for each revenue head to filter by one.':
        asked.head !== undefined && each !== 'head',
    },
  });
}

/** Payments are sorted by payer too; the latest come first otherwise. */
const sorts = ['day', 'payer'] as const;

const asked = reportRowFilters.extend({
  sort: z.enum(sorts, 'Select how to sort the rows.').default('day'),
});

const withItsFilters = <Schema extends z.ZodType<z.infer<typeof asked>>>(schema: Schema): Schema =>
  withRangesInOrder(schema).superRefine((given, context) => {
    const why = whyNotAsked(given);
    if (why) context.addIssue({ code: 'custom', path: [why.field], message: why.sentence });
    if (given.sort === 'payer' && !isOfPayments(given))
      context.addIssue({
        code: 'custom',
        path: ['sort'],
        message: 'Only payments can be sorted by payer.',
      });
  });

/** A refund that counts, or its reversal, which is below 0. Naira; `day` is in Africa/Lagos. */
const givenBackSchema = z.strictObject({
  amount: z.number(),
  day: z.iso.date(),
  /** '' for a reversal. */
  proof: z.string(),
  reason: z.string(),
});

/** Somebody paid this for an offence of a ticket. Amounts are naira. */
const paymentSchema = z.strictObject({
  booking: z.string(),
  madeAt: instant,
  /** As booked; the product keeps no name of the gateway's. */
  payer: z.string(),
  /** It says what payer, vehicle and place were before a correction; '' for a first version. */
  saidBefore: z.string(),
  license: z.string(),
  phoneNo: z.string(),
  /** It covers every offence of the bill. */
  paid: z.number(),
  billRef: z.string(),
  receipt: z.string(),
  paidAt: instant,
  /** These rows have so many of the same payer, who is known by licence, else by phone and name. */
  ofPayer: z.strictObject({ count: z.number().int(), amount: z.number() }),
  /** An offence that was booked twice on one ticket has two. */
  charges: z.array(
    z.strictObject({
      line: z.number().int(),
      offence: z.string(),
      name: z.string(),
      amount: z.number(),
      givenBack: z.array(givenBackSchema),
    }),
  ),
});
export type OffencePayment = z.infer<typeof paymentSchema>;

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
  /** Null of other figures, and where nothing was to pay. */
  payment: paymentSchema.nullable(),
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
  query: withItsFilters(asked.extend(pageQuery)),
  response: listAnswer(reportFigureRow).extend({
    counted: z.number().int(),
    amount: z.number(),
    /** Naira of these payments, whenever it was paid out; null of other figures. */
    givenBack: z.number().nullable(),
  }),
});

/** The same as a file; 400 for more than `exportLimits`. */
export const exportReportRows = endpoint({
  method: 'GET',
  path: '/api/v1/report/rows/export',
  permission: 'see reconciliation',
  audit: 'report-rows.exported',
  query: withItsFilters(asked.extend({ format: exportFormatSchema })),
  download: Object.values(exportTypes),
  response: z.string(),
});
