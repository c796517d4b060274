import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import { chargeOutcomes } from '#contract/charge-words.ts';
import { type HeldDuty, heldDuties } from '#contract/duties.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type AuditEvent, eventWords } from '#contract/events.ts';
import { shownPlate } from '#contract/identities.ts';
import type { CourtCase } from '#contract/modules/after-ticket/court.ts';
import { type Dispute, disputeStates, grounds } from '#contract/modules/after-ticket/disputes.ts';
import { messagePurposes } from '#contract/modules/after-ticket/message-texts.ts';
import { messageStates } from '#contract/modules/after-ticket/messages.ts';
import { obligations, partsOfPenalty } from '#contract/modules/after-ticket/obligations.ts';
import {
  type ActOfPower,
  actsOfPower,
  noLawNamed,
  type Power,
  powerLine,
  type TicketRules,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import type { ReportTable } from '#contract/modules/reports/reports.ts';
import { outsideWords } from '#contract/places.ts';
import { otherPrinted, printedFields } from '#contract/printed-fields.ts';
import { nameThen } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import {
  type Correction,
  correctionsOf,
  picturesOf,
  saidAt,
} from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { findDispute } from '#server/modules/after-ticket/disputes/queries.ts';
import { messagesInFull } from '#server/modules/after-ticket/messages/queries.ts';
import { factsTable, textTable } from '#server/modules/after-ticket/papers/commands.ts';
import { rulesOfTicket } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { naira } from '#server/money.ts';
import { bookingReference } from '#server/references.ts';
import { dayOf, momentOf } from '#server/time.ts';
import { findCase } from './queries.ts';

type CaseDeps = Pick<Deps, 'db' | 'fileAddresses'>;
type Cells = ReportTable['rows'][number]['cells'];

/** What a case file says, and the period of its records; both stay while nothing of it changes. */
export interface CaseContent {
  readonly tables: readonly ReportTable[];
  readonly from: Date;
  readonly to: Date;
}

const orNone = (rows: readonly Cells[], none: Cells) => (rows.length === 0 ? [none] : rows);

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(', ');

/** Everything about a ticket for a court. */
export async function caseContentOf(
  deps: CaseDeps,
  caller: Caller,
  booking: Booking,
): Promise<CaseContent> {
  const { db } = deps;
  const { _id: id } = booking;
  const rules = await rulesOfTicket(db, booking);
  const found = await findCase(deps, caller, id);
  const disputed = await findDispute(deps, caller, id);
  const corrections = await correctionsOf(db, id);
  const trail = await trailOf(db, id);
  const tables = [
    ticketTable(booking),
    offenceTable(booking),
    powerTable(rules),
    ...(corrections.length > 0 ? [correctionTable(booking, corrections, found)] : []),
    textTable(
      'Exhibits',
      ['Number', 'Description', 'Taken', 'Received', 'SHA-256 as received'],
      orNone(await exhibitsOf(deps, booking), ['', 'There are no exhibits.', '', '', '']),
      'The authority keeps each file as it was received. Its SHA-256 shows that nobody has changed it.',
    ),
    await messageTable(db, id),
    ...(disputed instanceof Refusal ? [] : [disputeTable(disputed)]),
    await paymentTable(db, booking),
    ...(found instanceof Refusal
      ? []
      : [courtTable(found, booking, corrections), ...hearingTables(trail.rows)]),
    textTable('History', ['Time', 'Action', 'By'], trail.steps, trail.leftOut),
    textTable(
      'Audit trail of this ticket',
      ['Number', 'Hash'],
      trail.rows.map(({ number, hash }) => [String(number), hash]),
      joinedSentences(trail.leftOut, trail.root),
    ),
  ];
  return { tables, from: trail.from, to: trail.to };
}

const joinedSentences = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(' ');

const ticketTable = (booking: Booking) =>
  factsTable('Ticket', [
    ['Plate', shownPlate(booking.registration)],
    ['For', booking.offence.map(({ id, name }) => `${id} ${name}`).join('; ')],
    ['Reference', bookingReference(booking._id)],
    ['Issued', momentOf(booking.captured?.madeAt ?? booking.createdAt)],
    ['Received by the server', momentOf(booking.createdAt)],
    ['Place', joined(booking.location, booking.zone)],
    [
      'Position',
      booking.position
        ? joinedSentences(
            `${booking.position.lat}, ${booking.position.lng}, within ${Math.ceil(booking.position.accuracy)} m.`,
            booking.position.outside ? outsideWords(booking.organisation) : '',
          )
        : '',
    ],
    ['Officer', joined(booking.createdBy.name, booking.createdBy.role, booking.eoCode)],
    ['Driver', booking.name],
    ['Licence', booking.license],
    ['Phone', booking.phoneNo],
    ['Address', booking.address],
    ['Vehicle', joined(booking.make, booking.model, booking.color)],
    ...otherPrinted(booking),
    ['Held', booking.confiscations.join('; ')],
    ['Signature', booking.signature],
    ['Notes', booking.notes],
    ['Amount offered', naira(booking.price)],
    ['Due date', booking.dueDay ?? 'None: no ticket rules applied on that day'],
    ['Version', String(booking.version)],
  ]);

/** A part of a penalty says its kind first, unless that is all it says. */
function penaltyWords(penalty: string): string {
  return partsOfPenalty(penalty)
    .map(({ kind, text }) => {
      const { words } = obligations[kind];
      return words.toLowerCase() === text.toLowerCase() ? text : `${words}: ${text}`;
    })
    .join('; ');
}

const lawWords = (law: string): string => (law === '' ? noLawNamed : law);

const offenceTable = ({ offence, laws }: Booking) =>
  textTable(
    'Offences',
    ['Line', 'Offence', 'Law', 'Also requires', 'Amount'],
    offence.map(({ id, name, penalty, amount }, index) => [
      String(index + 1),
      `${id} ${name}`,
      lawWords(laws[index] ?? ''),
      penaltyWords(penalty),
      naira(amount),
    ]),
    'The law of each offence is the one that applied on the day of the ticket.',
  );

const namedOr = (power: Power | undefined): string =>
  power === undefined || power.law === '' ? 'none named' : powerLine(power);

const powerTable = (rules: TicketRules | null) =>
  textTable(
    'The authority’s powers on the day of the ticket',
    ['The authority’s action', 'Power', 'What the law says'],
    (Object.entries(actsOfPower) as [ActOfPower, string][]).map(([act, words]) => [
      words,
      namedOr(rules?.powers[act]),
      rules?.powers[act].wording ?? '',
    ]),
    rules
      ? `What the ticket offered: ${rules.offer}`
      : 'No ticket rules applied on the day of the ticket.',
  );

const isPrinted = (field: string): field is keyof typeof printedFields => field in printedFields;

/** What stood before each correction, and if it came after the referral or the payment. */
export function correctionTable(
  { paidAt }: Pick<Booking, 'paidAt'>,
  corrections: readonly Correction[],
  found: Pick<CourtCase, 'lockedAt'> | Refusal,
) {
  const referred = found instanceof Refusal ? null : found.lockedAt;
  const steps = [
    ['the referral', referred],
    ['the payment', paidAt],
  ] as const;
  /** Said of the referral where there is one, else of the payment. */
  const stageOf = (at: Date): string => {
    const after = steps.find(([, since]) => since !== null && at > new Date(since));
    const before = steps.find(([, since]) => since !== null);
    return after ? `after ${after[0]}` : before ? `before ${before[0]}` : '';
  };
  const value = (of: unknown) => (typeof of === 'string' && of !== '' ? of : 'nothing');
  return textTable(
    'Corrections',
    ['Time', 'Field', 'Before', 'After', 'Stage'],
    corrections.flatMap(({ at, before, after }) =>
      Object.keys(before)
        .filter(isPrinted)
        .map((field) => [
          momentOf(at),
          printedFields[field],
          value(before[field]),
          value(after[field]),
          stageOf(at),
        ]),
    ),
  );
}

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'video/mp4': 'Video',
};
const kindOf = (contentType: string): string => kinds[contentType] ?? 'Picture';

/** A file of the table `owned` as it was received. */
const receivedFile = z.object({ sha256: z.string(), at: z.date(), type: z.string() });

/** Pictures of the scene, files of the defence, and papers of the court, numbered through. */
async function exhibitsOf(deps: CaseDeps, { _id: id, organisation }: Booking): Promise<Cells[]> {
  const pictures = (await picturesOf(deps, id)).map((one) => [
    one.shows === 'signature' ? 'Driver’s signature' : 'Picture taken by the officer',
    one.taken?.at ? momentOf(one.taken.at) : 'not known',
    joined(momentOf(one.sentAt), one.sentBy?.name),
    one.sha256,
  ]);
  const filed = async (
    what: (type: string) => string,
    { taken, from }: { taken: string; from: string },
    ids: ReturnType<typeof sql>,
  ) =>
    z
      .array(receivedFile)
      .parse(
        (
          await sql`
            select received.sha256, received.created_at as at, received.content_type as type
            from (${ids}) as owned (file_id)
              left join originals on originals.file_id = owned.file_id
              join files as received on received.id = coalesce(originals.original_id, owned.file_id)
            order by received.created_at, received.id`.execute(deps.db)
        ).rows,
      )
      .map(({ sha256, at, type }) => [what(type), taken, joined(momentOf(at), from), sha256]);
  const defence = await filed(
    (type) => `${kindOf(type)} sent with the objection`,
    { taken: 'not known', from: 'on the public page' },
    sql`select file_id from dispute_files where booking_id = ${id}`,
  );
  const court = await filed(
    () => 'Court document with the decision',
    { taken: '', from: '' },
    sql`select body ->> 'paper' from proposals
        where organisation = ${organisation} and kind = 'court decision' and subject = ${id}
          and outcome = 'confirmed'
          and body ->> 'paper' is not null
        union select paper from court_cases where booking_id = ${id} and paper is not null`,
  );
  return [...pictures, ...defence, ...court].map((cells, index) => [`E${index + 1}`, ...cells]);
}

async function messageTable(db: Kysely<DB>, id: string) {
  const messages = await messagesInFull(db, id);
  return textTable(
    'Messages to the driver',
    ['Time', 'Message', 'Text', 'Result'],
    orNone(
      messages.map(({ at, purpose, to, text, state, reason }) => [
        momentOf(at),
        joined(messagePurposes[purpose], to === '' ? '' : `to ${to}`),
        text,
        [messageStates[state], reason].filter((part) => part !== '').join(': '),
      ]),
      ['', 'No message was sent.', '', ''],
    ),
  );
}

const disputeTable = (said: Dispute) =>
  factsTable('Driver’s objection', [
    ['Received', momentOf(said.receivedAt)],
    ['Ground', grounds[said.ground]],
    ['Driver’s words', said.words],
    ['Status', disputeStates[said.state]],
    ['Answer', said.answer],
    ['Answered', momentOf(said.answeredAt)],
    [
      'Answered by',
      said.answeredBy
        ? joined(said.answeredBy.name, said.answeredBy.role, 'objections officer')
        : '',
    ],
  ]);

/** Gateways tell no channel of the payer. */
async function paymentTable(db: Kysely<DB>, booking: Booking) {
  const { _id: id, paid, paidAt, receipt, billRef, price, withdrawal } = booking;
  const payment = await db
    .selectFrom('payments')
    .select('gateway')
    .where('booking_id', '=', id)
    .executeTakeFirst();
  return factsTable('Payment', [
    ['Bill reference', billRef ?? 'no bill was created'],
    ['Paid', paid ? joined(momentOf(paidAt), naira(price)) : 'not paid'],
    ['Paid through', payment?.gateway ?? ''],
    ['Receipt', paid ? receipt : ''],
    [
      'Withdrawn',
      withdrawal ? `${momentOf(withdrawal.at)}, ${withdrawal.by.name}: ${withdrawal.reason}` : '',
    ],
  ]);
}

function courtTable(
  {
    number,
    court,
    lockedAt,
    lockedBy,
    hearing,
    charges,
    paidWhere,
    courtReceipt,
    ...more
  }: CourtCase,
  booking: Booking,
  corrections: readonly Correction[],
) {
  const asReferred = (field: keyof typeof printedFields) =>
    lockedAt === null ? '' : saidAt(booking, corrections, field, new Date(lockedAt));
  return factsTable('Court', [
    ['Case', number],
    ['Referred to', court],
    [
      'Referred',
      lockedAt === null
        ? 'not yet'
        : joined(momentOf(lockedAt), `by ${lockedBy?.name ?? ''}`, lockedBy?.role, 'court officer'),
    ],
    [
      'Details when referred',
      joined(
        asReferred('name'),
        asReferred('registration'),
        asReferred('license'),
        asReferred('location'),
      ),
    ],
    ['Hearing', hearing ? joined(hearing.day, hearing.place) : ''],
    ['Suit', hearing?.suit ?? ''],
    ['Decided on', more.decidedOn ?? ''],
    ...charges.flatMap(({ line, offence, outcome, fined }) =>
      outcome === null
        ? []
        : [
            [
              `Charge ${line}, ${offence}`,
              `${chargeOutcomes[outcome]}${fined === null ? '' : `: ${naira(fined)}`}`,
            ] as const,
          ],
    ),
    ['Place of payment', paidWhere],
    ['Receipt', courtReceipt],
    [
      'Recorded by',
      joined(
        more.notedBy ? `${more.notedBy.name}, ${more.notedBy.role}, court officer` : '',
        more.decidedBy ? `confirmed by ${more.decidedBy.name}, ${more.decidedBy.role}` : '',
      ),
    ],
  ]);
}

const noted = z.object({
  hearing: z.string(),
  place: z.string().default(''),
  suit: z.string().default(''),
});

/** Every hearing that was noted; one that another took the place of was moved or adjourned. */
function hearingTables(rows: readonly TrailRow[]) {
  const hearings = rows
    .filter(({ event }) => event === 'booking.hearing-noted')
    .map((row) => ({
      row,
      said: noted.catch({ hearing: '', place: '', suit: '' }).parse(row.after),
    }));
  if (hearings.length === 0) return [];
  return [
    textTable(
      'Hearings',
      ['Recorded', 'Hearing', 'Place', 'Suit', 'Outcome'],
      hearings.map(({ row, said }, index) => {
        const next = hearings[index + 1]?.said.hearing;
        return [
          joined(momentOf(row.at), whoOf(row)),
          said.hearing,
          said.place,
          said.suit,
          next === undefined
            ? ''
            : next === said.hearing
              ? 'recorded again for the same day'
              : `${dayOf(hearings[index + 1]?.row.at ?? row.at) >= said.hearing ? 'adjourned' : 'moved'} to ${next}`,
        ];
      }),
    ),
  ];
}

const withoutName = { system: 'Hanya', nobody: 'On the public page of the ticket' };

/** The duty under which each event was done, as its call asks for it. */
const dutyOfEvent = new Map(
  (
    Object.values(endpoints) as (Endpoint & {
      readonly duty?: HeldDuty;
      readonly outcomes?: Readonly<Record<string, AuditEvent>>;
    })[]
  ).flatMap(({ audit, duty, outcomes = {} }) =>
    duty === undefined
      ? []
      : [audit, ...Object.values(outcomes)].map((event) => [event as string, duty] as const),
  ),
);

function whoOf({ who, actor_role, event }: Pick<TrailRow, 'who' | 'actor_role' | 'event'>): string {
  if (who === null) return withoutName[actor_role as 'system' | 'nobody'];
  const duty = dutyOfEvent.get(event);
  return joined(who, actor_role, duty && heldDuties[duty].toLowerCase());
}

/** A file would be too long to carry beyond so many steps. */
const mostSteps = 2_000;

/**
 * Making and fetching files is no part of what was done: the next file would differ by it. So it would
 * by a code, which anybody with the ticket asks for.
 */
const unsaid = [
  'booking.code-asked',
  'booking.case-file-made',
  'booking.case-file-fetched',
] as const satisfies AuditEvent[];

const trailRows = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('audit')
    .where('record_type', '=', 'booking')
    .where('record_id', '=', id)
    .where('event', 'not in', unsaid)
    .where(sql<boolean>`audit.after ->> 'purpose' is distinct from 'opening-code'`);

const selectedRows = (db: Kysely<DB>, id: string) =>
  trailRows(db, id)
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['audit.id', 'number', 'event', 'at', 'hash', 'actor_role', 'after'])
    .select(nameThen('users', 'audit.at').$castTo<string | null>().as('who'))
    .orderBy('number')
    .limit(mostSteps);
type TrailRow = Awaited<ReturnType<ReturnType<typeof selectedRows>['execute']>>[number];

/** The steps of a ticket, its links in the trail, and the published root that covers them. */
async function trailOf(db: Kysely<DB>, id: string) {
  const rows = await selectedRows(db, id).execute();
  const { all } = await trailRows(db, id)
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  const leftOut =
    all > rows.length
      ? `This table shows the first ${rows.length} of ${all} steps. The history of the ticket on the server has the other ${all - rows.length}.`
      : '';
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    steps: rows.map((row) => [momentOf(row.at), eventWords[row.event as AuditEvent], whoOf(row)]),
    leftOut,
    root: await rootOver(db, rows),
    from: first?.at ?? new Date(0),
    to: last?.at ?? new Date(0),
  };
}

/**
 * The first published root that covers every row; where none does, the last one, and how far it
 * goes. The first one stays the same from its day on.
 */
async function rootOver(db: Kysely<DB>, rows: readonly TrailRow[]): Promise<string> {
  const printed = sql`audit where id = any (${rows.map(({ id }) => id)}::bigint[])`;
  const end = sql`(seal.xid, seal.row_ids[cardinality(seal.row_ids)])`;
  const {
    rows: [root],
  } = await sql<{ day: string; seal: number; hash: string; beyond: number | null }>`
    select root.day::text as day, root.number as seal, root.hash, open.beyond
    from published_roots as root join audit_seals as seal on seal.number = root.number
      cross join lateral (
        select min(number) as beyond from ${printed} and (xid, id) > ${end}) as open
    where root.day >= lagos_day(${rows[0]?.at ?? new Date()}::timestamptz)
    order by open.beyond is not null, case when open.beyond is null then root.day end, root.day desc
    limit 1`.execute(db);
  const first = rows[0]?.number ?? 1;
  if (!root || root.beyond === first) return 'No published root covers this trail yet.';
  const said = `Hash of the audit trail that was published on ${root.day}: seal number ${root.seal}, ${root.hash}.`;
  return root.beyond === null
    ? `${said} It covers every line above.`
    : `${said} It covers the lines before number ${root.beyond}. No published root covers the rest yet.`;
}
