/** A failed call as it is kept in the store. `status` is 0 when no answer came. */
export interface FailedCall {
  message: string;
  code: string;
  status: number;
  /** A sentence for each field of the form that the server refused. */
  fields: Record<string, string>;
}

/** What a failed call rejects with: `message` is a sentence that a person can act on. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(failed: FailedCall) {
    super(failed.message);
    this.code = failed.code;
    this.status = failed.status;
    this.fields = failed.fields;
  }

  /** As it is kept in the store. */
  kept(): FailedCall {
    const { message, code, status, fields } = this;
    return { message, code, status, fields };
  }
}

export const offline: FailedCall = {
  message: 'The server does not answer. Check the connection and try again.',
  code: 'offline',
  status: 0,
  fields: {},
};

export const unreadable = (status: number): FailedCall => ({
  message: 'The answer of the server cannot be read. Reload the page and try again.',
  code: 'unreadable',
  status,
  fields: {},
});

/** Somebody else signed in, or nobody is, since the call was sent: its answer is not for them. */
export const superseded: FailedCall = {
  message: 'The session changed before the server answered. Try again.',
  code: 'superseded',
  status: 0,
  fields: {},
};
