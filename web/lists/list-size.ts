import type { ListSize } from '#web/api/area.ts';
import { count } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';

/** How many records a list holds, and which of them its pages show. */
export function sizeInWords(
  { total, more, within }: ListSize,
  nouns: readonly [one: string, many: string],
): string {
  const known = plural(total, ...nouns);
  if (more) return `More than ${known}`;
  if (within === undefined) return known;
  return total > within
    ? `${known}, the newest ${count(within)} in this order`
    : `${known} among the newest ${count(within)}`;
}
