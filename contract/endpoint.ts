import type { z } from 'zod';
import type { AuditEvent } from './events.ts';
import type { Permission } from './roles.ts';

type Shape = Record<string, z.ZodType>;

/** A file in a multipart body. A pattern as `name` matches a field for each record, such as a plate. */
export interface FileField {
  readonly name: string | RegExp;
  /** `evidence` is a picture or a document. */
  readonly kind: 'picture' | 'video' | 'evidence' | 'table';
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
  /** The event that a change writes into the audit trail; null where nothing changes. */
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
