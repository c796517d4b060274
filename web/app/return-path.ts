import { z } from 'zod';
import type { ReturnState } from './return-state.ts';
import { screenAt } from './screens.tsx';

const stateSchema: z.ZodType<ReturnState> = z.object({
  from: z.string(),
  of: z.string().nullable(),
});

/**
 * The path to go to after signing in: the one that was asked for, or that of the last session's
 * end. Another person, or a path that is no screen, gets `/`.
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
