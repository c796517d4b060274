import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import { chargeOutcomes } from '#contract/charge-words.ts';
import { type CourtCase } from '#contract/court.ts';
import { disputeStates, type Ground, grounds } from '#contract/disputes.ts';
import type { AuditEvent } from '#contract/events.ts';
import { eventWords } from '#contract/events.ts';
import { messagePurposes } from '#contract/message-texts.ts';
import { messageStates } from '#contract/messages.ts';
import { obligations, partsOfPenalty } from '#contract/obligations.ts';
import type { ReportTable } from '#contract/reports.ts';
import {
  type ActOfPower,
  actsOfPower,
  type Power,
  powerLine,
  type TicketRules,
} from '#contract/ticket-rules.ts';
import type { Database } from '#server/db/database.ts';
import { nameThen } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { picturesOf } from '#server/features/bookings/queries.ts';
import { disputeOf } from '#server/features/disputes/queries.ts';
import { messagesTold } from '#server/features/messages/queries.ts';
import { letterheadOf, reportPdf } from '#server/features/papers/commands.ts';
import { rulesOfTicket } from '#server/features/ticket-rules/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { Refusal } from '#server/http/refusal.ts';
import { naira } from '#server/money.ts';
import { momentOf } from '#server/time.ts';
import { findCase } from './queries.ts';

type CaseDeps = Pick<Deps, 'db' | 'store' | 'config' | 'fileAddresses'>;
type Cells = ReportTable['rows'][number]['cells'];

const tableOf = (title: string, columns: readonly string[], rows: readonly Cells[], note = '') => ({
  title,
  total: null,
  of: rows.length,
  note,
  columns: columns.map((name) => ({ name, kind: 'text' as const })),
  rows: rows.map((cells) => ({ cells, opens: [] })),
});

const orNone = (rows: readonly Cells[], none: Cells) => (rows.length === 0 ? [none] : rows);

const factsOf = (title: string, facts: readonly (readonly [string, string])[], note = '') =>
  tableOf(
    title,
    ['What', 'As recorded'],
    facts.filter(([, value]) => value !== '').map(([label, value]) => [label, value]),
    note,
  );

/**
 * Everything about a ticket for a court. Whoever reads it can hold pictures
 * and trail against the hashes in it.
 */
export async function caseFileOf(
  deps: CaseDeps,
  actor: Actor,
  caller: Caller,
  booking: Booking,
): Promise<Download<'application/pdf'>> {
  const { db } = deps;
  const { _id: id, organisation, demo } = booking;
  const [rules, found, pictures, disputed] = [
    await rulesOfTicket(db, booking),
    await findCase(deps, caller, id),
    await picturesOf(deps, id),
    await disputeOf(db, id),
  ];
  const { steps, trail } = await trailOf(db, id);
  const exhibits = pictures.map((one, index) => [
    `E${index + 1}`,
    one.shows === 'signature' ? 'Signature of the driver' : 'Picture',
    one.taken?.at ? momentOf(one.taken.at) : 'not known',
    `${momentOf(one.sentAt)}, ${one.sentBy?.name ?? ''}`,
    one.sha256,
  ]);
  const tables = [
    ticketTable(booking),
    powerTable(rules),
    tableOf(
      'Offences',
      ['Line', 'Offence', 'Law', 'Also asks for', 'Amount'],
      booking.offence.map((one, index) => [
        String(index + 1),
        `${one.id} ${one.name}`,
        namedOr(rules?.powers.ticket),
        partsOfPenalty(one.penalty)
          .map(({ kind, text }) => `${obligations[kind].words}: ${text}`)
          .join('; '),
        naira(one.amount),
      ]),
    ),
    tableOf(
      'Exhibits',
      ['Number', 'What', 'Taken', 'Received', 'SHA-256 as received'],
      orNone(exhibits, ['', 'There are no exhibits.', '', '', '']),
    ),
    tableOf(
      'Messages to the driver',
      ['Time', 'Message', 'What came of it'],
      orNone(
        (await messagesTold(db, id)).map(({ at, purpose, to, state, reason }) => [
          momentOf(at),
          [messagePurposes[purpose], to].filter((part) => part !== '').join(', to '),
          [messageStates[state], reason].filter((part) => part !== '').join(': '),
        ]),
        ['', 'No message was sent.', ''],
      ),
    ),
    ...(disputed ? [disputeTable(disputed)] : []),
    paymentTable(booking),
    ...(found instanceof Refusal ? [] : [courtTable(found)]),
    tableOf('What was done, and when', ['Time', 'What', 'Who'], steps),
    tableOf(
      'The trail of this ticket',
      ['Number', 'Hash'],
      trail.links,
      trail.root ?? 'No root of its last day has been published yet.',
    ),
  ];
  const { authority, logo } = await letterheadOf(deps, { organisation, demo });
  const hash = createHash('sha256').update(JSON.stringify(tables)).digest('hex');
  const number = `CF-${hash.slice(0, 10)}`.toUpperCase();
  const place = `${organisation}, ${booking.zone}`;
  const asAt = new Date().toISOString();
  const content = await reportPdf(
    {
      report: {
        number,
        place,
        days: null,
        madeBy: caller.name,
        asAt,
        tables,
        checks: [],
        notes: certificateOf(authority, number),
      },
      closed: '',
      title: `Case file of ticket ${booking._id.slice(10)}`,
      authority,
      logo,
      about: `${place}. Made from the authority's records for a court.`,
      notesTitle: 'Certificate of computer evidence, Evidence Act 2011, section 84',
      address: `${deps.config.publicUrl}/bookings?open=${id}`,
    },
    whoseWork(caller, actor.address),
  );
  await db.transaction().execute((trx) =>
    writeAudit(trx, actor, {
      event: 'booking.case-file-made',
      record: 'booking',
      id,
      before: null,
      after: { number, sha256: hash },
    }),
  );
  return { type: 'application/pdf', name: `case-file-${number}.pdf`, content };
}

const ticketTable = (booking: Booking) =>
  factsOf('Ticket', [
    ['Reference', booking._id.slice(10)],
    ['Made', momentOf(booking.captured?.madeAt ?? booking.createdAt)],
    ['Received by the server', momentOf(booking.createdAt)],
    ['Place', [booking.location, booking.zone].filter((part) => part !== '').join(', ')],
    [
      'Position',
      booking.position
        ? `${booking.position.lat}, ${booking.position.lng}, within ${Math.ceil(booking.position.accuracy)} m`
        : '',
    ],
    ['Officer', `${booking.createdBy.name}, ${booking.createdBy.role}, ${booking.eoCode}`],
    ['Driver', booking.name],
    ['Licence', booking.license],
    ['Phone', booking.phoneNo],
    ['Address', booking.address],
    [
      'Vehicle',
      [booking.registration, booking.make, booking.model, booking.color].filter(Boolean).join(', '),
    ],
    ['Kept', booking.confiscations.join('; ')],
    ['Signature', booking.signature],
    ['Notes', booking.notes],
    ['Amount offered', naira(booking.price)],
    ['To be paid by', booking.dueDay ?? 'no day: no rules held on its day'],
    ['Version', String(booking.version)],
  ]);

const disputeTable = (said: NonNullable<Awaited<ReturnType<typeof disputeOf>>>) =>
  factsOf('Objection of the driver', [
    ['Received', momentOf(said.received_at)],
    ['Ground', grounds[said.ground as Ground]],
    ['In their words', said.words],
    ['State', disputeStates[said.state]],
    ['Answer', said.answer ?? ''],
    ['Answered', said.answered_at ? momentOf(said.answered_at) : ''],
  ]);

const namedOr = (power: Power | undefined): string =>
  power === undefined || power.law === '' ? 'none named' : powerLine(power);

const powerTable = (rules: TicketRules | null) =>
  tableOf(
    'Powers, by the rules of the ticket’s day',
    ['Act', 'Law', 'Its words'],
    (Object.entries(actsOfPower) as [ActOfPower, string][]).map(([act, words]) => [
      words,
      namedOr(rules?.powers[act]),
      rules?.powers[act].wording ?? '',
    ]),
    rules ? `What the ticket offered: ${rules.offer}` : 'No rules held on the ticket’s day.',
  );

const paymentTable = ({ paid, paidAt, receipt, billRef, price, withdrawal }: Booking) =>
  factsOf('Payment', [
    ['Bill reference', billRef ?? 'no bill was made'],
    ['Paid', paid ? `${momentOf(paidAt)}, ${naira(price)}, receipt ${receipt}` : 'not paid'],
    [
      'Withdrawn',
      withdrawal ? `${momentOf(withdrawal.at)}, ${withdrawal.by.name}: ${withdrawal.reason}` : '',
    ],
  ]);

const courtTable = ({
  number,
  court,
  lockedAt,
  lockedBy,
  hearing,
  charges,
  paidWhere,
  courtReceipt,
}: CourtCase) =>
  factsOf('Court', [
    ['Case', number],
    ['Referred to', court],
    [
      'Referred',
      lockedAt === null ? 'not yet' : `${momentOf(lockedAt)}, by ${lockedBy?.name ?? ''}`,
    ],
    ['Hearing', hearing ? `${hearing.day}, ${hearing.place}` : ''],
    ['Suit', hearing?.suit ?? ''],
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
    ['Paid at', paidWhere],
    ['Receipt', courtReceipt],
  ]);

const withoutName = { system: 'The system, by itself', nobody: 'On the public page of the ticket' };

/** The steps of a ticket, its links in the trail, and the last published root that covers them. */
async function trailOf(db: Database, id: string) {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'actor_id')
    .where('record_type', '=', 'booking')
    .where('record_id', '=', id)
    .orderBy('number')
    .select(['number', 'event', 'at', 'hash', 'actor_role'])
    .select(nameThen('users', 'audit.at').$castTo<string | null>().as('who'))
    .limit(500)
    .execute();
  const last = rows.at(-1);
  const root = await db
    .selectFrom('published_roots')
    .select([sql<string>`day::text`.as('day'), 'number', 'hash'])
    .where('day', '>=', sql<string>`lagos_day(${last?.at ?? new Date()}::timestamptz)`)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return {
    steps: rows.map(({ event, at, who, actor_role }) => [
      momentOf(at),
      eventWords[event as AuditEvent],
      who === null ? withoutName[actor_role as 'system' | 'nobody'] : `${who}, ${actor_role}`,
    ]),
    trail: {
      links: rows.map(({ number, hash }) => [String(number), hash]),
      root: root && `Root of ${root.day}: seal ${root.number}, ${root.hash}.`,
    },
  };
}

/** For whoever runs the server to read, complete and sign; a lawyer checks its form. */
const certificateOf = (authority: string, number: string): string[] => [
  `This document was produced by the computer on which ${authority} keeps its records of traffic offences. Its number ${number} is drawn from its content.`,
  'Over the time of these records the computer was used regularly to store and process such records, and they were supplied to it in the ordinary course of the authority’s work.',
  'Over that time the computer worked properly; where it did not, that did not affect the records or their accuracy. Exceptions, if any: ______________________________',
  'What is said here derives from records so supplied. It is stated to the best of the knowledge and belief of whoever signs it, who is responsible for the operation of the computer.',
];
