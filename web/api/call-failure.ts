/** A failed call as plain data for the store. `status` is 0 when no answer came. */
export interface FailedCall {
  message: string;
  code: string;
  status: number;
  /** A sentence for each field that the server refused, by its path. */
  fields: Record<string, string>;
}

/** A failed call rejects with it. `message` is a sentence that a person can act on. */
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

  toFailedCall(): FailedCall {
    const { message, code, status, fields } = this;
    return { message, code, status, fields };
  }
}

export const offline: FailedCall = {
  message: 'The server is not responding. Check your network and try again.',
  code: 'offline',
  status: 0,
  fields: {},
};

export const unreadable = (status: number): FailedCall => ({
  message: 'Hanya cannot read the server’s answer. Reload the page and try again.',
  code: 'unreadable',
  status,
  fields: {},
});

/** The session changed after the call was sent, so its answer belongs to somebody else. */
export const superseded: FailedCall = {
  message: 'You signed in or out before the server answered. Try again.',
  code: 'superseded',
  status: 0,
  fields: {},
};
