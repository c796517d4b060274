import { hash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { organisationNames } from '#contract/places.ts';
import { happened } from '#server/acts/happened.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt, networkOf } from '#server/http/attempts.ts';
import type { Actor } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs } from '#server/time.ts';
import { sendsMessages } from './queries.ts';
import { codeMs, gatewayNumber } from './rules.ts';
import { createOpeningCode } from './rules.ts';

const hourMs = 3_600_000;

/** The authority pays for each code. Those of made-up tickets count too, so that nothing tells them apart. */
const ofAsking = { perHour: 3, perDay: 5, perNetwork: 100 };
/** Codes in a day to one number, and of one organisation. */
const ofSending = { perNumber: 10, perOrganisation: 500 };
/** Of one code. */
const mostTries = 5;

/** The ticket of a public page, to whose phone a code goes. */
export interface Opened {
  readonly id: string;
  readonly organisation: string;
  readonly demo: boolean;
  readonly phone: string;
}

interface Asked {
  /** Of the ticket, as its address has it; no ticket need have it. */
  readonly ticketCode: string;
  readonly ticket: Opened | undefined;
  readonly actor: Actor;
}

export interface OpeningCodes {
  /** True where any organisation sends text messages: an answer for one would tell tickets apart. */
  areSent(): Promise<boolean>;
  /** Sends a new code where it can; 429 after too many. Null says nothing of the ticket. */
  ask(asked: Asked): Promise<Refusal | null>;
  /** True once for the newest code of a ticket, while it holds. */
  opens(ticket: Opened | undefined, typed: string): Promise<boolean>;
}

type CodeDeps = Pick<
  Deps,
  'db' | 'config' | 'messages' | 'jobs' | 'consequences' | 'keysFor' | 'log'
>;

/** Codes by text message that open the rest of a ticket's page. */
export function openingCodes(deps: CodeDeps): OpeningCodes {
  const { db, messages, config, log } = deps;
  const openingCode = createOpeningCode(deps.keysFor);

  const counted = (what: string, windowMs: number) =>
    countAttempt(db, hash('sha256', `opening code ${what}`, 'buffer'), windowMs);
  const isBeyond = async (what: string, most: number, windowMs: number) =>
    (await counted(what, windowMs)).current > most;

  async function whyNotAsked({ ticketCode, actor }: Asked): Promise<Refusal | null> {
    const { perHour, perDay, perNetwork } = ofAsking;
    if (await isBeyond(`from ${networkOf(actor.address)}`, perNetwork, dayMs))
      return later('tomorrow');
    if (await isBeyond(`in an hour of ${ticketCode}`, perHour, hourMs)) return later('in an hour');
    return (await isBeyond(`in a day of ${ticketCode}`, perDay, dayMs)) ? later('tomorrow') : null;
  }

  /** Why none is sent, for the trail alone; null where one is. */
  async function whyWithheld({ organisation, demo, phone }: Opened): Promise<string | null> {
    const { perNumber, perOrganisation } = ofSending;
    const of = `${organisation} ${demo}`;
    if (await isBeyond(`to ${gatewayNumber(phone)} of ${of}`, perNumber, dayMs))
      return 'We have sent too many codes to this number today.';
    if (!(await isBeyond(`of ${of}`, perOrganisation, dayMs))) return null;
    log.warn({ organisation }, 'no more codes for tickets are sent today');
    return 'The organisation has sent too many codes today.';
  }

  return {
    async areSent() {
      for (const organisation of organisationNames) {
        if (!messages.of(organisation)) continue;
        for (const demo of config.demo ? [false, true] : [false])
          if (await sendsMessages(db, { organisation, demo })) return true;
      }
      return false;
    },

    async ask(asked) {
      const { ticket, actor } = asked;
      const why = await whyNotAsked(asked);
      if (why || !ticket) return why;
      if (!messages.of(ticket.organisation) || !(await sendsMessages(db, ticket))) return null;
      const withheld = await whyWithheld(ticket);
      const { id } = ticket;
      await db.transaction().execute(async (trx) => {
        // Its message locks the ticket: before the trail, as every change does.
        await trx
          .selectFrom('bookings')
          .select('id')
          .where('id', '=', id)
          .forNoKeyUpdate()
          .execute();
        await happened(deps, trx, actor, {
          event: 'booking.code-asked',
          record: 'booking',
          id,
          before: null,
          after: withheld === null ? null : { withheld },
        });
      });
      return null;
    },

    async opens(ticket, typed) {
      const digits = typed.replaceAll(/\D/g, '');
      if (!ticket || digits.length !== 6) return false;
      const newest = await db
        .selectFrom('messages')
        .select(['id', 'recipient'])
        .select(sql<boolean>`begun_at > now() - ${codeMs}::int * interval '1 ms'`.as('holds'))
        .where('booking_id', '=', ticket.id)
        .where('purpose', '=', 'opening-code')
        .orderBy('made_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      // A number that was corrected since opens nothing.
      if (newest?.holds !== true || newest.recipient !== gatewayNumber(ticket.phone)) return false;
      // Each try counts before it is looked at, so that many at once have no more.
      if (await isBeyond(`tries of ${newest.id}`, mostTries, hourMs)) return false;
      if (!timingSafeEqual(Buffer.from(digits), Buffer.from(openingCode(newest.id)))) return false;
      return !(await isBeyond(`use of ${newest.id}`, 1, hourMs));
    },
  };
}

const later = (when: string): Refusal =>
  new Refusal(
    429,
    'too_often',
    `There were too many requests for a code. Use the newest code, or ask again ${when}.`,
  );
