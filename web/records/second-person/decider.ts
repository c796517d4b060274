import { type Instant, momentOf } from '#web/format/time.ts';

/** Whoever decided a proposal, and when: "Musa Sule, 2026-11-20 14:32". */
export const deciderOf = (name: string | undefined, at: Instant | null): string =>
  [name ?? '', ...(at === null ? [] : [momentOf(at)])].filter((part) => part !== '').join(', ');
