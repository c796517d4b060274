import { lastUser } from '#web/device/last-user.ts';

/** The router state for the sign-in page: the path to return to, and whose session ended there. */
export interface ReturnState {
  from: string;
  of: string | null;
}

export function returnState(from: string, of: string | null): ReturnState {
  return { from, of };
}

/** The paths that need no session. */
export const publicPaths = { signIn: '/signin', reset: '/resetpassword' } as const;

/** The sign-in page, which welcomes a recruiter whose address had the flag. */
export const signInAddress = (search: string): string =>
  `${publicPaths.signIn}${new URLSearchParams(search).has('portfolio') ? '?portfolio' : ''}`;

export function isPublic(path: string): boolean {
  return path === publicPaths.signIn || path === publicPaths.reset;
}

/**
 * Changes the address to the sign-in page before there is a router: that would first load a
 * forbidden screen.
 */
export function beginAtSignIn(): void {
  const { pathname, search } = window.location;
  if (!isPublic(pathname))
    replaceAddress(signInAddress(search), returnState(pathname + search, lastUser()));
}

/** Changes the address before there is a router, which reads the state of its first entry here. */
export function replaceAddress(address: string, state: ReturnState | null): void {
  window.history.replaceState({ usr: state, key: 'default', idx: 0 }, '', address);
}
