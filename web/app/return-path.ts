import { z } from 'zod';
import { screenAt } from './screens.tsx';

const stateSchema = z.object({ from: z.string(), of: z.string().nullable() });

/** The router state for the sign-in page: the path to return to, and whose session ended there. */
export function returnState(from: string, of: string | null): z.infer<typeof stateSchema> {
  return { from, of };
}

/**
 * The path to go to after signing in: where they wanted to go, or were when their session ended. It
 * is `/` if that was another person, or no screen of ours.
 */
export function returnPath(state: unknown, userId: string): string {
  const { data } = stateSchema.safeParse(state);
  if (data === undefined || (data.of !== null && data.of !== userId)) return '/';
  const base = 'http://product.invalid';
  if (!/^\/(?![/\\])/.test(data.from) || !URL.canParse(data.from, base)) return '/';
  const { origin, pathname, search } = new URL(data.from, base);
  const screen = origin === base ? screenAt(pathname) : undefined;
  return screen && screen.permission !== 'public' ? pathname + search : '/';
}
