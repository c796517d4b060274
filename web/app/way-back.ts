import { z } from 'zod';
import { screenAt } from './screens.tsx';

const stateSchema = z.object({ from: z.string(), of: z.string().nullable() });

/** What the sign-in page is told about the way back: the path, and whose session ended there. */
export function wayBackState(from: string, of: string | null): z.infer<typeof stateSchema> {
  return { from, of };
}

/**
 * Where somebody goes who has signed in: where they wanted to go, or were when their session ended.
 * Somebody else's path, and whatever is no path of the product, leads to `/`.
 */
export function wayBack(state: unknown, userId: string): string {
  const { data } = stateSchema.safeParse(state);
  if (data === undefined || (data.of !== null && data.of !== userId)) return '/';
  const base = 'http://product.invalid';
  if (!/^\/(?![/\\])/.test(data.from) || !URL.canParse(data.from, base)) return '/';
  const { origin, pathname, search } = new URL(data.from, base);
  const screen = origin === base ? screenAt(pathname) : undefined;
  return screen && screen.permission !== 'public' ? pathname + search : '/';
}
