/**
 * An expected "no". A command or query returns one instead of its result. The answer carries its
 * status, its one sentence and its word for machines.
 */
export class Refusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 429 | 502 | 503;
  readonly code: string;
  readonly error: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** The time at which it may be tried again; without, after a 503, in two seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: Refusal['status'],
    code: string,
    error: string,
    fields?: Readonly<Record<string, string>>,
    retryAfterSeconds?: number,
  ) {
    this.status = status;
    this.code = code;
    this.error = error;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds ?? (status === 503 ? 2 : undefined);
  }
}

/** Answered as the end of a session is: whoever forged a token learns nothing, but it is noted. */
export class ForgedToken extends Refusal {}

export type Outcome<T> = T | Refusal;

export const notFound = (what: string): Refusal =>
  new Refusal(404, 'not_found', `This ${what} does not exist, or you cannot see it.`);

/** A value that cannot be taken, named by its field. */
export const invalid = (field: string, message: string): Refusal =>
  new Refusal(400, 'invalid', message, { [field]: message });
