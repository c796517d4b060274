// Apart from their schema: the page knows these before the library that reads schemas is there.
import { isScreenPath, type ScreenPath } from './screen-paths.ts';

export const breakagePath = '/api/v1/operations/breakage';

/** The ways in which something breaks in a browser. */
export const breakageKinds = [
  // The page's own scripts never ran.
  'start',
  // An error that nothing caught, in a script and in a promise.
  'script',
  'promise',
  // An error that an error boundary caught.
  'render',
  // A script of the product could not be fetched.
  'file',
  // The browser refused something that the content policy doesn't allow.
  'policy',
  // A record has waited to be sent for more than an hour, though the server answered meanwhile.
  'waiting',
  'draft',
] as const;
export type BreakageKind = (typeof breakageKinds)[number];

/** A report says one of these of its cause; `other` stands for errors that aren't listed. */
export const breakageNames = [
  '',
  'other',
  // Errors.
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AggregateError',
  'CallFailure',
  'AbortError',
  'DataCloneError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  // Directives of the content policy.
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'media-src',
  'font-src',
  'connect-src',
  'worker-src',
  'manifest-src',
  'object-src',
  'base-uri',
  'form-action',
  'default-src',
  'require-trusted-types-for',
  'trusted-types',
  // Parts of a record that waits.
  'words',
  'files',
] as const;
export type BreakageName = (typeof breakageNames)[number];

/** The innermost calls of our own scripts, at most. */
export const mostFrames = 5;

/** A place in a file of the build, such as `unpaid-page-Bx3_9kQz.js:1:2045`, or in the service worker. */
export const framePattern = /^(?:service-worker|[a-z][a-z-]{0,39}-[\w-]{8})\.m?js:\d{1,3}:\d{1,6}$/;

/** It stands for every address that no screen has. */
export const nowhere = 'not found';

/** The path alone is told of an address, where a screen has it. */
export const placeOf = (path: string): ScreenPath | typeof nowhere =>
  isScreenPath(path) ? path : nowhere;
