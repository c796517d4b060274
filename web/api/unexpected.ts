import type { FailedCall } from './call-failure.ts';

/** A failure that is not the server's: something broke on this side. */
export const unexpected: FailedCall = {
  message: 'This did not work. Reload the page and try again.',
  code: 'unexpected',
  status: 0,
  fields: {},
};
