import type { Kysely, Transaction } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import type { AuditEvent } from '#contract/events.ts';
import type { Say } from '#contract/language.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Trouble } from '#server/features/alarms/queries.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { Arrival, NewTicket, OnTheWay } from './arrival.ts';
import type {
  CaseFileOnPage,
  FollowDeps,
  Happened,
  Objections,
  PageNote,
  Part,
  Period,
  Queues,
  Reads,
  ReadsWhole,
  ReportLine,
  ShutOut,
  StillOpen,
  TicketOnPage,
  Views,
} from './part.ts';

/** What the parts of the product do about each other's acts, each in the order of the parts. */
export interface Consequences {
  readonly parts: readonly Part[];
  /** The first refusal, else how the record was on its way; null if nobody says. */
  readonly admit: (deps: Deps, arrival: Arrival) => Promise<Outcome<OnTheWay | null>>;
  readonly shutOut: (trx: Transaction<DB>, actor: Actor, which: ShutOut) => Promise<void>;
  readonly dueDay: (
    trx: Transaction<DB>,
    ticket: Pick<NewTicket, 'organisation' | 'officer' | 'madeAt' | 'isLetIn'>,
  ) => Promise<string | null>;
  readonly lookFirst: (
    deps: Deps,
    event: AuditEvent,
    actor: Actor,
    booking: Booking,
  ) => Promise<Refusal | null>;
  readonly whyStopped: (
    trx: Transaction<DB>,
    event: AuditEvent,
    booking: Booking,
  ) => Promise<Refusal | null>;
  readonly objections: Objections;
  readonly caseFileOnPage: CaseFileOnPage;
  readonly notesOnPage: (db: Kysely<DB>, ticket: TicketOnPage, say: Say) => Promise<PageNote[]>;
  readonly stillOpen: (db: Kysely<DB>, id: string) => Promise<StillOpen[]>;
  readonly reportLines: (period: Period) => Promise<ReportLine[]>;
  readonly queues: Queues;
  readonly reads: Reads;
  readonly readsWhole: ReadsWhole;
  readonly views: Views;
  readonly troubles: (deps: Deps) => Promise<Trouble[]>;
  readonly follow: (trx: Transaction<DB>, happened: Happened) => Promise<void>;
}

/** Puts together what the parts say of each other's acts. */
export function consequencesOf(
  parts: readonly Part[],
  depsOfFollowers: () => FollowDeps,
): Consequences {
  const objections = oneAtMost(
    parts.map((part) => part.objections),
    'objections',
  );
  const caseFileOnPage = oneAtMost(
    parts.map((part) => part.caseFileOnPage),
    'caseFileOnPage',
  );
  return {
    parts,
    admit: async (deps, arrival) => {
      let onTheWay: OnTheWay | null = null;
      for (const { admits } of parts) {
        const said: Outcome<OnTheWay | null> = (await admits?.(deps, arrival)) ?? null;
        if (said instanceof Refusal) return said;
        onTheWay ??= said;
      }
      return onTheWay;
    },
    shutOut: async (trx, actor, which) => {
      for (const { shutsOut } of parts) await shutsOut?.(trx, actor, which);
    },
    dueDay: async (trx, ticket) => {
      for (const { dueDay } of parts) {
        const said = await dueDay?.(trx, ticket);
        if (said != null) return said;
      }
      return null;
    },
    lookFirst: async (deps, event, actor, booking) => {
      for (const { looksFirst } of parts) {
        const why = await looksFirst?.[event]?.(deps, actor, booking);
        if (why) return why;
      }
      return null;
    },
    whyStopped: async (trx, event, booking) => {
      for (const { stops } of parts) {
        const why = await stops?.[event]?.(trx, booking);
        if (why) return why;
      }
      return null;
    },
    get objections() {
      return theirs(objections);
    },
    get caseFileOnPage() {
      return theirs(caseFileOnPage);
    },
    notesOnPage: async (db, ticket, say) => {
      const notes = await Promise.all(
        parts.flatMap(({ onTicketPage }) => onTicketPage?.(db, ticket, say) ?? []),
      );
      return notes.filter((note) => note !== null);
    },
    stillOpen: async (db, id) =>
      (await Promise.all(parts.flatMap((part) => part.stillOpen?.(db, id) ?? []))).flat(),
    reportLines: async (period) => {
      const lines: ReportLine[] = [];
      // One after the other: they read one snapshot.
      for (const part of parts) lines.push(...((await part.reportLines?.(period)) ?? []));
      return lines;
    },
    queues: Object.assign({}, ...parts.map(({ queues }) => queues)) as Queues,
    reads: Object.assign({}, ...parts.map(({ reads }) => reads)) as Reads,
    readsWhole: Object.assign({}, ...parts.map((part) => part.readsWhole)) as ReadsWhole,
    views: Object.assign({}, ...parts.map(({ views }) => views)) as Views,
    troubles: async (deps) => {
      const found: Trouble[] = [];
      for (const part of parts) found.push(...((await part.troubles?.(deps)) ?? []));
      return found;
    },
    follow: async (trx, happened) => {
      for (const { follows } of parts) {
        const follow = follows?.[happened.event] as
          | ((deps: FollowDeps, trx: Transaction<DB>, happened: Happened) => Promise<void>)
          | undefined;
        await follow?.(depsOfFollowers(), trx, happened);
      }
    },
  };
}

function oneAtMost<Had>(had: readonly (Had | undefined)[], what: string): Had | undefined {
  const [only, ...others] = had.filter((one) => one !== undefined);
  if (others.length > 0) throw new Error(`At most one part can have ${what}.`);
  return only;
}

/** Only the module that has it asks for it. */
function theirs<Had>(had: Had | undefined): Had {
  if (had === undefined) throw new Error('No part of the product has that.');
  return had;
}
