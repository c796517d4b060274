import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SecurityEventKind } from '#contract/operations.ts';
import { emailSchema } from '#contract/text.ts';
import { isAway, isWithoutRoom } from '#server/db/availability.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { log } from '#server/process/log.ts';
import { ForgedToken, type Refusal } from './refusal.ts';
import type { NoteRefusal } from './serve.ts';

/** Something that matters for security; none of it names a person but by the id of their account. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The id of the account that did it; the e-mail address that was tried is turned into one, or hashed. */
  readonly account?: string | null;
  readonly email?: string | undefined;
  /** The account that it was done to. */
  readonly concerns?: string;
  readonly address: string;
  /** The attempt or act: a route, or the changed thing. */
  readonly about: string;
}

export interface SecurityEvents {
  /** Notes what no transaction belongs to: a refusal. Written with others a moment later. */
  note(event: SecurityEvent): void;
  /** Writes what was noted; answers how many kinds of it. */
  write(): Promise<number>;
}

/**
 * Events without an account of ours are told apart until they are written, up to so many: some may
 * carry an e-mail address of ours. Beyond that, only the kind is kept.
 */
const mostApart = 5_000;

/** So many of them have a line in the log, until they are written. */
const mostLines = 200;

interface Noted {
  readonly event: SecurityEvent;
  count: number;
}

/** Gathers the events of one process, so that a flood of them is few rows and few lines. */
export function gatherSecurityEvents(db: Database, secret: string): SecurityEvents {
  let noted = new Map<string, Noted>();
  let lines = 0;

  async function write(): Promise<number> {
    const due = noted;
    if (due.size === 0) return 0;
    noted = new Map();
    lines = 0;
    try {
      await writeEvents(db, await withAccounts(db, [...due.values()], secret));
    } catch (error) {
      // The next attempt writes them with those of the meantime, unless they are what is wrong.
      if (isAway(error) || isWithoutRoom(error))
        for (const { event, count } of due.values()) add(event, count);
      throw error;
    }
    return due.size;
  }

  function add(event: SecurityEvent, count: number): void {
    const key = keyOf(event);
    const same = noted.get(key);
    if (same) same.count += count;
    else if (isNamed(event) || noted.size < mostApart) noted.set(key, { event, count });
    else addToOthers(event.kind, count);
  }

  function addToOthers(kind: SecurityEventKind, count: number): void {
    const event = { kind, address: '', about: 'more than are told apart at once' };
    const others = noted.get(keyOf(event));
    if (others) others.count += count;
    else noted.set(keyOf(event), { event, count });
  }

  return {
    note(event) {
      const isNew = !noted.has(keyOf(event));
      if (isNew && (isNamed(event) || lines < mostLines)) tell(withoutEmail(event, secret));
      if (isNew && !isNamed(event)) lines += 1;
      add(event, 1);
    },
    write,
  };
}

/** Writes one event within the transaction of what was done. */
export async function noteSecurityEvent(trx: Kysely<DB>, event: SecurityEvent): Promise<void> {
  tell(event);
  await writeEvents(trx, [{ ...event, count: 1 }]);
}

/** True if it is known which account did it, or had it done to it. */
const isNamed = ({ account, concerns }: SecurityEvent): boolean =>
  (account ?? '') !== '' || (concerns ?? '') !== '';

const keyOf = ({ kind, account, email, concerns, address, about }: SecurityEvent): string =>
  JSON.stringify([kind, account, email, concerns, address, about]);

function tell({ kind, account, concerns, address, about }: SecurityEvent): void {
  log.info({ security: kind, account: account ?? '', concerns, address, about }, 'security event');
}

type Written = Omit<SecurityEvent, 'email'> & { readonly count: number };

async function writeEvents(db: Kysely<DB>, events: readonly Written[]): Promise<void> {
  await sql`select note_security_events(${JSON.stringify(events)}::jsonb)`.execute(db);
}

/** The accounts of the addresses that were tried, where there are any. */
async function withAccounts(
  db: Database,
  noted: readonly Noted[],
  secret: string,
): Promise<Written[]> {
  const emails = noted.flatMap(({ event: { email } }) => (email === undefined ? [] : [email]));
  const users =
    emails.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'email'])
          .where('email', '=', sql<string>`any(${emails})`)
          .execute();
  const idOf = new Map(users.map(({ id, email }) => [email, id]));
  return noted.map(({ event: { email, ...event }, count }) => ({
    ...withoutEmail({ ...event, email }, secret),
    ...(email !== undefined && idOf.has(email) && { account: idOf.get(email) ?? null }),
    count,
  }));
}

function withoutEmail({ email, ...event }: SecurityEvent, secret: string): SecurityEvent {
  if (email === undefined) return event;
  const hash = createHmac('sha256', secret).update(`security events ${email}`).digest('hex');
  return { ...event, account: `unknown ${hash.slice(0, 16)}` };
}

/** A refusal's meaning for security; most have none. */
export const refusalNotes =
  (events: Pick<SecurityEvents, 'note'>): NoteRefusal =>
  (endpoint, refusal, request, caller) => {
    const kind = kindOf(endpoint, refusal);
    if (kind === null) return;
    const { ip: address, body } = request;
    const email: unknown =
      typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
    // An address that somebody makes up would become a row of its own.
    const isRead = endpoint.permission === 'public' && kind !== 'too often';
    const tried = isRead ? emailSchema.safeParse(email).data : undefined;
    events.note({
      kind,
      account: caller?.userId ?? null,
      email: tried,
      address,
      about: `${endpoint.method} ${endpoint.path}`,
    });
  };

const wrongAtSignIn = [
  'wrong_credentials',
  'wrong_code',
  'wrong_passkey',
  'step_over',
  'too_many_tries',
];

function kindOf({ audit, permission }: Endpoint, refusal: Refusal): SecurityEventKind | null {
  const { status, code, fields = {} } = refusal;
  if (refusal instanceof ForgedToken) return 'forged token';
  if (code === 'forged') return 'forged notice';
  if (audit === 'user.signed-in' && wrongAtSignIn.includes(code)) return 'sign-in failed';
  if (status === 429) return 'too often';
  if (status === 403) return 'not allowed';
  // True if it isn't there or isn't theirs, the answer doesn't tell either.
  if (status === 404 && permission !== 'public') return 'not found';
  const wrong = ['password', 'code', 'passkey'].some((field) => field in fields);
  const proves = audit === 'user.proved' && (wrong || code === 'too_many_tries');
  const changes = audit === 'user.password-changed' && 'current' in fields;
  return proves || changes ? 'proof failed' : null;
}
