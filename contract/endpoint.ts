import type { z } from 'zod';
import type { EventOfRecord } from './records.ts';
import type { Permission } from './roles.ts';

type Shape = Record<string, z.ZodType>;

/** A change's name in the audit trail; `null` on an endpoint that changes nothing. */
export type AuditEvent =
  | EventOfRecord
  | 'user.registered'
  | 'user.signed-in'
  | 'user.signed-out'
  | 'user.reset-asked'
  | 'user.link-made'
  | 'user.password-reset'
  | 'user.password-changed'
  | 'user.sessions-ended'
  | 'user.device-certified'
  | 'user.devices-revoked'
  | 'user.factor-begun'
  | 'user.factor-added'
  | 'user.factor-removed'
  | 'user.factor-reset-asked'
  | 'user.factors-taken'
  | 'user.recovery-codes-made'
  | 'role.factor-required'
  | 'user.proof-begun'
  | 'user.proved'
  | 'user.shift-begun'
  | 'user.shift-ended'
  | 'records.pruned'
  | 'person.exported'
  | 'record.let-in'
  | 'record.kept-out'
  | 'record.taken-out'
  | 'record.brought-in'
  | 'user.added'
  | 'user.changed'
  | 'user.pictured'
  | 'bookings.swept'
  | 'users.exported'
  | 'trail.exported'
  | 'obligations.exported'
  | 'holds.exported'
  | 'payments.exported'
  | 'cases.exported'
  | 'disputes.exported'
  | 'reconciliation.exported'
  | 'report.exported'
  | 'place.noted'
  | 'report.closing-proposed'
  | 'report.closed'
  | 'report.closing-refused'
  | 'report.closing-taken-back'
  | 'report.schedule-set'
  | 'report.schedule-ended'
  | 'ledger.exported'
  | 'duty.proposed'
  | 'duty.given'
  | 'duty.refused'
  | 'duty.taken-back'
  | 'duty.ended'
  | 'messages.exported'
  | 'message.reported'
  | 'rules.proposed'
  | 'rules.set'
  | 'rules.refused'
  | 'rules.taken-back'
  | 'question.listed'
  | 'question.looked-at'
  | 'question.added'
  | 'statement.looked-at'
  | 'statement.sent'
  | 'statement.confirmed'
  | 'statement.refused'
  | 'statement.taken-back'
  | 'statement.fetched'
  | 'view.saved'
  | 'view.changed'
  | 'view.removed'
  | 'paper.printed'
  | 'ticket.shown'
  | 'payment.started'
  | 'notice.received'
  | 'heads.changed'
  | 'organisation.contacts-changed'
  | 'organisation.logo-changed'
  | 'organisation.set-up'
  | 'fee.proposed'
  | 'fee.set'
  | 'fee.refused'
  | 'fee.taken-back'
  | 'exception.found'
  | 'exception.proposed'
  | 'exception.sent-back'
  | 'exception.settled'
  | 'job.retried'
  | 'job.handed-over';

/** A file in a multipart body. A pattern as `name` matches a field for each record, such as a plate. */
export interface FileField {
  readonly name: string | RegExp;
  readonly kind: 'picture' | 'video' | 'table';
  readonly many: boolean;
}

/**
 * One call over the wire, as data. The server mounts it, the browser calls it,
 * and the tests walk the list of them.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` for parameters. */
  readonly path: string;
  readonly permission: Permission;
  readonly audit: AuditEvent | null;
  readonly params?: z.ZodObject<Shape>;
  readonly query?: z.ZodObject<Shape>;
  readonly body?: z.ZodType;
  /** The body is kept as the exact bytes that were sent, at most this many: a signature covers them. */
  readonly bytes?: number;
  /** Makes the body multipart: `body` describes its fields, and these are its files. */
  readonly files?: readonly FileField[];
  /**
   * The caller must have proved who they are in the last minutes; else 403 with the word
   * `proofNeeded`. The screen asks for the proof and calls again. `for rights`: only for changes of
   * what an account may do.
   */
  readonly proof?: 'lately' | 'for rights';
  /**
   * The part of a second person in changes of a record's cost, or of its counting. `waits`: it
   * counts once somebody else confirms it. `confirms`: by no account that added the proposer's or
   * was added by it. `undoes`: by nobody who knows the password of the record's owner. `confirms`
   * and `undoes` refuse first passwords and new accounts.
   */
  readonly ruleOfTwo?: 'waits' | 'confirms' | 'undoes';
  /** A JSON body of more bytes is a 413; 1 MB by default. */
  readonly bodyLimit?: number;
  /** Public, and a caller with a session is known as the actor all the same; it doesn't count as use. */
  readonly namesCaller?: true;
  /** May be called by an account that must have a second factor and has none yet. */
  readonly withoutFactor?: true;
  /** A failure is not kept as the error message of the screens. */
  readonly failure?: 'ignored';
  /** The answer is a stream of server-sent events, each described by `response`. */
  readonly stream?: true;
  /** The answer is a file of one of these media types; `response` does not describe it. */
  readonly download?: readonly string[];
  readonly response: z.ZodType;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type BodyOf<E extends Endpoint> = Parsed<E['body']>;
export type SentBody<E extends Endpoint> = Sent<E['body']>;
export type SentQuery<E extends Endpoint> = Sent<E['query']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
