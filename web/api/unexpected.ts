import type { FailedCall } from './call-failure.ts';

/** Something broke in the browser, not at the server. */
export const unexpected: FailedCall = {
  message: 'Something went wrong. Reload the page and try again.',
  code: 'unexpected',
  status: 0,
  fields: {},
};
