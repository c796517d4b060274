import type { FastifyInstance } from 'fastify';
import type { Kysely, RawBuilder, Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import type { DayRange } from '#contract/day-range.ts';
import type { AuditEvent } from '#contract/events.ts';
import type { Say } from '#contract/language.ts';
import type {
  DisputeState,
  Ground,
  objectionSchema,
} from '#contract/modules/after-ticket/disputes.ts';
import type { ReportRowFilters } from '#contract/modules/reports/report-rows.ts';
import type { Organisation } from '#contract/places.ts';
import type { RecordWith } from '#contract/records.ts';
import type { ViewScreen } from '#contract/views.ts';
import type { WaitingKind } from '#contract/waiting.ts';
import type { JobTaker, QueueDefinition } from '#server/db/queues.ts';
import type { Bookings, DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Trouble } from '#server/features/alarms/queries.ts';
import type { Actor, Caller, Scope } from '#server/http/caller.ts';
import type { Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import type { Pace } from '#server/process/repeat.ts';
import type { PruneDeps } from '#server/pruning.ts';
import type { Arrival, NewTicket, OnTheWay } from './arrival.ts';
import type { Consequences } from './consequences.ts';
import type { Held } from './differences.ts';

/** What an event tells its followers besides its row of the trail. */
export interface Facts {
  'booking.made': NewTicket;
}

export type FactsOf<Event extends AuditEvent> = Event extends keyof Facts
  ? Facts[Event]
  : undefined;

/** Tells of a change to whoever follows it. */
export interface Followed {
  readonly consequences: Pick<Consequences, 'follow'>;
}

/** What followers of an event may reach for. */
export type FollowDeps = Pick<Deps, 'consequences' | 'config' | 'jobs' | 'messages'>;

/** A change of a record, as those hear of it who do something about it. */
export interface Happened<Event extends AuditEvent = AuditEvent> {
  readonly event: Event;
  readonly id: string;
  readonly actor: Actor;
  readonly before: object | null;
  readonly after: object | null;
  readonly facts: FactsOf<Event>;
}

/** A ticket as its public page has it. */
export interface TicketOnPage {
  readonly id: string;
  readonly organisation: Organisation;
  readonly demo: boolean;
  /** UTC. */
  readonly issuedAt: Date;
}

/** A part says this of a ticket on its public page, in the reader's language. */
export interface PageNote {
  readonly title: string;
  readonly words: string;
  /** False where the ticket can't be paid on the page any more. */
  readonly mayPay: boolean;
  /** It may be paid, but nothing asks for that now. */
  readonly isUnhurried?: true;
  /** It changes nothing about what is due. */
  readonly isBesides?: true;
}

/** What has still to be done for a ticket, as its papers and its page say it. */
export interface StillOpen {
  readonly words: string;
  /** Africa/Lagos; null without one, and while a dispute of the ticket waits. */
  readonly dueDay: string | null;
}

/** A case file that was made, and what its public page says of it. */
export interface KeptCaseFile {
  readonly number: string;
  /** Of its ticket. */
  readonly booking: string;
  readonly organisation: Organisation;
  readonly demo: boolean;
  readonly reference: string;
  readonly fileId: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly madeAt: Date;
  /** The number of the ticket's newest file. */
  readonly newest: string;
  readonly newestAt: Date;
}

/** Finds one by its number; those of demo tickets in demo mode only. */
export type CaseFileOnPage = (
  db: Kysely<DB>,
  number: string,
  demoMode: boolean,
) => Promise<KeptCaseFile | undefined>;

/** Objections to tickets, as the booked person makes and reads them. */
export interface Objections {
  readonly read: (
    db: Kysely<DB>,
    id: string,
    ticket: Pick<Selectable<Bookings>, 'paid' | 'withdrawn_at' | 'erased_at' | 'price_kobo'>,
  ) => Promise<{
    /** Why none is taken; null where one is. */
    readonly whyNot: string | null;
    readonly made:
      | {
          readonly state: DisputeState;
          readonly ground: Ground;
          readonly words: string;
          readonly receivedAt: Date;
          /** Africa/Lagos. */
          readonly answerDue: string;
          /** '' while there is none. */
          readonly answer: string;
          readonly answeredAt: Date | null;
          /** Pictures and documents that came with it. */
          readonly files: readonly { readonly name: string; readonly bytes: number }[];
        }
      | undefined;
  }>;
  /** 400 for what is missing, 409 where none is taken. */
  readonly take: (
    deps: Pick<Deps, 'db' | 'store'> & FollowDeps,
    actor: Actor,
    id: string,
    objection: z.infer<typeof objectionSchema>,
    files: readonly UploadedFile[],
  ) => Promise<Outcome<true>>;
  /** The objection as PDF, with its answer; null where there is none. `whom` the drawing is done for. */
  readonly paper: (
    deps: Pick<Deps, 'db' | 'store' | 'config'>,
    id: string,
    whom: string,
    language?: string,
  ) => Promise<Buffer | null>;
}

/** An account whose devices count no more: it lost its password, its factors or its sessions. */
export interface ShutOut {
  readonly userId: string;
  /** What it holds by this session stays. */
  readonly exceptSession?: string | null;
}

/** Work that the server does by itself, in rounds. */
export interface Chore extends Pace {
  /** Does some of the work and answers how much; 0 when nothing was left. */
  readonly step: (deps: Deps) => Promise<number>;
}

/** Jobs that wait in queues of their own. */
export interface Jobs {
  readonly queues: readonly QueueDefinition[];
  readonly work: (taker: JobTaker, deps: Deps) => Promise<void>;
}

/** What is deleted or made unreadable every night, each of which fails alone. */
export interface Pruning {
  /** Working data that nobody misses. */
  readonly leftovers?: (deps: PruneDeps) => Promise<unknown>;
  /** Data about people, by the word with which the trail says how much of it went. */
  readonly personal?: Readonly<Record<string, (deps: PruneDeps) => Promise<number>>>;
}

/** The days, place and officer of a report. */
export interface Period {
  /** One snapshot. */
  readonly db: Kysely<DB>;
  readonly scope: Scope;
  /** Africa/Lagos, both included. */
  readonly days: DayRange;
  /** The id of the officer whose tickets alone count. */
  readonly officer: string | undefined;
}

/** A line of Standard besides those of tickets: how many, and what they come to. */
export interface ReportLine {
  /** The table that it stands in; a new title makes a new table. */
  readonly table: string;
  readonly label: string;
  readonly count: number;
  readonly kobo: number;
  /** The rows that it counts, of the report's days and place. */
  readonly rows: Pick<ReportRowFilters, 'figure' | 'before'>;
}

/** Something that waits to be decided. */
export interface QueueRow {
  readonly id: string;
  /** What a proposal is about; '' for what nobody has proposed. */
  readonly subject: string;
  /** Null for an account of all organisations. */
  readonly organisation: string | null;
  /** Null for what counts in all zones. */
  readonly zone: string | null;
  /** Of its booking, or its licence; null where it is about none. */
  readonly plate: string | null;
  /** In the words of whoever made it, or the name of the person whom a proposal is about. */
  readonly about: string;
  /** What is proposed. Days that it has `from`, and `to` or `until`, stand in the answer. */
  readonly body: object;
  /** How many proposals are decided together. */
  readonly proposals: number;
}

/** How a kind of what waits to be decided is found and told. */
export interface QueueOfKind {
  /**
   * What waits within the caller's scope: id, organisation, zone, since when, by whose account, id of
   * the booking, what about, and body. Without it, the proposals of this kind.
   */
  readonly rows?: (caller: Caller) => RawBuilder<unknown>;
  /** Without it, plate and what about. */
  readonly words?: (row: QueueRow) => string;
  /** The id under which its screen opens it, where that isn't its own. */
  readonly opens?: (row: QueueRow) => string;
  /** Those that wait too long raise one alarm: a query of their number outside the demo. */
  readonly late?: {
    readonly count: RawBuilder<unknown>;
    /** One sentence for the operator, without anything of a person. */
    readonly words: (many: number) => string;
  };
}

export type Queues = Readonly<Partial<Record<WaitingKind, QueueOfKind>>>;

/** Reads a record with the caller's own rights: who may not read it is told nothing about it. */
type Read = (deps: Deps, caller: Caller, id: string) => Promise<Outcome<unknown>>;

/** How the history of a record and its look-ups find it. */
export type Reads = Readonly<Partial<Record<RecordWith<'history'> | RecordWith<'noted'>, Read>>>;

/** How live news read records whole, without a check of scope. Bookings have a way of their own. */
export type ReadsWhole = Readonly<
  Partial<
    Record<
      Exclude<RecordWith<'live'>, 'booking'>,
      (deps: Deps, ids: readonly string[]) => Promise<readonly { readonly _id: string }[]>
    >
  >
>;

/** What a saved view of a list holds. */
export type Views = Readonly<Partial<Record<ViewScreen, z.ZodType>>>;

type OfEach<Make extends Record<AuditEvent, unknown>> = { readonly [E in AuditEvent]?: Make[E] };

/**
 * A part of the product: its calls, the work that it does by itself, and what it does about the acts
 * of others, which know nothing of it.
 */
export interface Part {
  readonly name: string;
  readonly routes?: (deps: Deps) => void;
  readonly reads?: Reads;
  readonly readsWhole?: ReadsWhole;
  readonly views?: Views;
  /** Pages of the open web, which no call of the contract answers. */
  readonly openPages?: (server: FastifyInstance, deps: Deps) => void;
  readonly chores?: readonly Chore[];
  readonly jobs?: Jobs;
  readonly pruning?: Pruning;
  /** What an account loses with its password, its factors or its sessions, in their transaction. */
  readonly shutsOut?: (trx: Transaction<DB>, actor: Actor, which: ShutOut) => Promise<void>;
  /** Refuses a record that comes in, or answers how it was on its way. */
  readonly admits?: (deps: Deps, arrival: Arrival) => Promise<Outcome<OnTheWay | null>>;
  /** The day (Africa/Lagos) by which a new ticket is due; null for none. */
  readonly dueDay?: (
    trx: Transaction<DB>,
    ticket: Pick<NewTicket, 'organisation' | 'officer' | 'madeAt' | 'isLetIn'>,
  ) => Promise<string | null>;
  /** Looks before the transaction of an act begins, and may ask a gateway. */
  readonly looksFirst?: OfEach<
    Record<AuditEvent, (deps: Deps, actor: Actor, booking: Booking) => Promise<Refusal | null>>
  >;
  /** Refuses an act inside its transaction, with the record locked. */
  readonly stops?: OfEach<
    Record<AuditEvent, (trx: Transaction<DB>, booking: Booking) => Promise<Refusal | null>>
  >;
  readonly onTicketPage?: (
    db: Kysely<DB>,
    ticket: TicketOnPage,
    say: Say,
  ) => Promise<PageNote | null>;
  /** What must be done for a ticket besides paying, without a check of scope. */
  readonly stillOpen?: (db: Kysely<DB>, id: string) => Promise<StillOpen[]>;
  /** One part at most has it, as has the next. */
  readonly objections?: Objections;
  readonly caseFileOnPage?: CaseFileOnPage;
  readonly reportLines?: (period: Period) => Promise<ReportLine[]>;
  /** Every kind has a queue; that of a proposal needs a row here only for words of its own. */
  readonly queues?: Queues;
  /** What the operator must look after, which raises an alarm while it lasts. */
  readonly troubles?: (deps: Deps) => Promise<Trouble[]>;
  /** What the nightly walk through the trail finds of its records, besides those of the core. */
  readonly heldAgainstTrail?: Held;
  /** Does what follows from an event, in its transaction. */
  readonly follows?: OfEach<{
    [E in AuditEvent]: (
      deps: FollowDeps,
      trx: Transaction<DB>,
      happened: Happened<E>,
    ) => Promise<void>;
  }>;
}
