import { z } from 'zod';
import { act, type Worded } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { endpoint } from '../../endpoint.ts';
import { said } from '../../language.ts';
import { daysInOrder, daysReversed, placeAndDays } from '../../list-filters.ts';
import { personSchema } from '../../people.ts';
import { organisationSchema } from '../../places.ts';
import { register } from '../../register.ts';
import { decisionSchema } from '../../second-person.ts';
import { phoneText, requiredText, text } from '../../text.ts';

/** Why a booked person objects, as they choose it. */
export const grounds = said({
  'not so': 'It did not happen like that',
  'not mine': 'The vehicle was sold or stolen',
  'not me': 'Somebody else was driving',
  sign: 'A sign was missing or wrong',
  amount: 'The amount is wrong',
  paid: 'The ticket is already paid',
  emergency: 'It was an emergency',
  procedure: 'The officer did not follow the rules',
  cloned: 'Another vehicle has my plate',
  other: 'Another reason',
} as const);
export type Ground = keyof typeof grounds;
const groundNames = Object.keys(grounds) as [Ground, ...Ground[]];
export const groundSchema = z.enum(groundNames, said('Select why you object.'));

/**
 * `late` is an open one whose last day for the answer is over; a list of `open` ones has it too. A
 * payment or withdrawal ends either.
 */
export const disputeStates = said({
  late: 'Answer overdue',
  open: 'To be answered',
  upheld: 'Upheld',
  rejected: 'Rejected',
  paid: 'Ended: ticket paid',
  withdrawn: 'Ended: ticket withdrawn',
} as const);
export type DisputeState = keyof typeof disputeStates;
const states = Object.keys(disputeStates) as [DisputeState, ...DisputeState[]];

/** Pictures and documents that one dispute takes. */
export const mostDisputeFiles = 3;

/** The number under which a booked person asks for their dispute: the end of the ticket's reference. */
export const disputeNumber = (ticket: string): string => `D-${ticket.slice(-8)}`;

/** The public form sends these, beside its proof and the files `pictures`. */
export const objectionSchema = z.strictObject({
  ground: groundSchema,
  words: requiredText(2_000, said('Enter what happened, in your own words.')),
  phone: phoneText().default(''),
});

export const disputeSchema = z.strictObject({
  /** Of its ticket, which has one at most. */
  id: z.string(),
  state: z.enum(states),
  ground: groundSchema,
  /** Words and answer are `Erased` once who was booked is. */
  words: z.string(),
  /** Another number to call; '' without one. */
  phone: z.string(),
  plate: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  /** This person issued the ticket, and may not answer. */
  officer: personSchema,
  price: z.number(),
  receivedAt: instant,
  /** The last day for the answer, in Africa/Lagos. */
  answerDue: z.iso.date(),
  /** The due day of the ticket when the dispute came; null where it had none. */
  dueDay: z.iso.date().nullable(),
  /** '' before. */
  answer: z.string(),
  answeredBy: personSchema.nullable(),
  answeredAt: instant.nullable(),
  /** This person confirmed an answer that upholds it; null for any other. */
  confirmedBy: personSchema.nullable(),
  /** An answer that upholds it waits for a second person; null without one. */
  upholding: z.strictObject({ answer: z.string(), by: personSchema, at: instant }).nullable(),
  /** It was sent from an address from which accounts of staff were signed in. */
  fromStaff: z.boolean(),
  /** Short-lived addresses. */
  pictures: z.array(z.string()),
  /** PDF documents, under the names that their sender gave; they are saved, not shown. */
  documents: z.array(
    z.strictObject({ name: z.string(), bytes: z.number().int(), address: z.string() }),
  ),
});
export type Dispute = z.infer<typeof disputeSchema>;

/** The disputes in the caller's scope, the one to be answered first on top. The days are those of their coming. */
export const disputeRegister = register({
  name: 'disputes',
  path: '/api/v1/dispute',
  see: 'see disputes',
  exports: 'export lists',
  row: disputeSchema,
  narrowing: placeAndDays,
  choices: { ground: { label: 'Ground', schema: groundSchema, words: grounds } },
  tabs: disputeStates,
  searched: 'plate, name or reference',
  also: { booking: text(26).optional() },
});

/** How many came on these days, what became of them, and in how many days half were answered. */
export const countDisputes = endpoint({
  method: 'GET',
  path: '/api/v1/dispute/count',
  permission: 'see disputes',
  audit: null,
  query: z.strictObject(disputeRegister.narrowing).refine(daysInOrder, daysReversed),
  response: answer(
    z.strictObject({
      states: z.strictObject(
        Object.fromEntries(states.map((name) => [name, z.number().int()])) as Record<
          DisputeState,
          z.ZodNumber
        >,
      ),
      /** Tickets issued on the days; null with a ground chosen. */
      tickets: z.number().int().nullable(),
      /** Null while none is answered. */
      medianDays: z.number().nullable(),
    }),
  ),
});

const params = z.object({ id: z.string() });

export const readDispute = endpoint({
  method: 'GET',
  path: '/api/v1/dispute/:id',
  permission: 'see disputes',
  audit: null,
  params,
  response: answer(disputeSchema),
});

/** A dispute as a paper: what was objected, and what was answered. */
export const printDispute = endpoint({
  method: 'GET',
  path: '/api/v1/dispute/:id/paper',
  permission: 'see disputes',
  audit: 'booking.dispute-printed',
  params,
  download: ['application/pdf'],
  response: z.string(),
});

const answerText = requiredText(2_000, 'Enter an answer and a reason.');

/**
 * Rejects a dispute, once: its ticket falls due anew. 403 without the duty of a dispute officer, and
 * for zonal heads, who lead its issuer. 409 for who issued it or was shown it before the dispute came,
 * while an answer waits for a second person, and for a dispute that has ended.
 */
export const answerDispute = act({
  method: 'PUT',
  path: '/api/v1/dispute/:id/answer',
  permission: 'answer disputes',
  of: 'booking',
  audit: 'booking.dispute-answered',
  duty: 'dispute officer',
  proof: 'lately',
  params,
  body: z.strictObject({
    upheld: z.literal(false, 'Two people must uphold an objection. Propose to uphold it.'),
    answer: answerText,
  }),
  response: answer(disputeSchema),
  final: true,
  words: {
    begins: 'Reject the objection',
    asks: 'Reject this objection?',
    does: 'The ticket will get a new due date. The driver can read your answer.',
    confirms: 'Reject the objection',
    done: 'Objection rejected. The ticket has a new due date.',
  },
});

/**
 * Proposes that a dispute is upheld, with the answer. It stays open until somebody else confirms that.
 * Refused as `answerDispute` is, and where its ticket can't be withdrawn.
 */
export const proposeUpholding = endpoint({
  method: 'POST',
  path: '/api/v1/dispute/:id/upholding',
  permission: 'answer disputes',
  audit: 'booking.upholding-proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params,
  body: z.strictObject({ answer: answerText }),
  response: answer(disputeSchema),
});

/** A screen asks in these words before it is proposed. */
export const upholding: Worded = {
  words: {
    begins: 'Uphold the objection and withdraw the ticket',
    asks: 'Propose to uphold this objection?',
    does: 'A second person must confirm this. Hanya will then withdraw the ticket. The driver will owe nothing more and can read your answer.',
    confirms: 'Propose to uphold it',
    done: 'A second person must now confirm the answer.',
  },
};

/**
 * Confirms that a dispute is upheld, which withdraws its ticket for good and gives the answer, or
 * refuses it. 403 for a booking officer without the duty of a dispute officer. 409 for its proposer,
 * for who issued the ticket or was shown it before the dispute came, where nothing waits, and where
 * the ticket was paid, decided or withdrawn meanwhile.
 */
export const decideUpholding = endpoint({
  method: 'PUT',
  path: '/api/v1/dispute/:id/upholding',
  permission: 'uphold disputes',
  audit: 'booking.dispute-answered',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params,
  body: decisionSchema,
  response: answer(disputeSchema),
});

/** Takes back what one has proposed and nobody has decided. 403 for a proposal of another. */
export const takeBackUpholding = endpoint({
  method: 'DELETE',
  path: '/api/v1/dispute/:id/upholding',
  permission: 'answer disputes',
  audit: 'booking.upholding-taken-back',
  proof: 'lately',
  params,
  response: answer(disputeSchema),
});
