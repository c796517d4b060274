import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { folded } from '#contract/folding.ts';
import { offencesCalled } from '#server/features/offences/queries.ts';
import { usersNamed } from '#server/features/users/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { allOf, anyOf, textBeforePlace } from '#server/lists/queries.ts';
import {
  isIndexed,
  literalPattern,
  partsLookedFor,
  piecesOf,
  spellingsOf,
} from '#server/lists/rules.ts';
import type { BookingFilter, BookingList, Condition } from './list-conditions.ts';

/** The list narrowed by the text. What is found less often is asked for where nothing else is found. */
export function searched(
  caller: Caller,
  list: BookingList,
  { _searchname = '' }: BookingFilter,
): BookingList {
  const search = folded(_searchname);
  if (search === '') return list;
  const [first = list, ...others] = [
    // Streets bear the names of people: a driver of that name comes first.
    ...(/\d/.test(search) ? [] : holding(list, search, textBeforePlace)),
    ...holding(list, search, sql`found.text`),
    ...called(caller, list, search),
  ];
  const otherwise = others.reduceRight<BookingList | undefined>(
    (next, one) => ({ ...one, ...(next && { otherwise: next }) }),
    undefined,
  );
  return { ...first, ...(otherwise && { otherwise }) };
}

/** The bookings that hold the search in this part of their text, as lists to be asked one after the other. */
function holding(list: BookingList, search: string, part: RawBuilder<string>): BookingList[] {
  const spellings = spellingsOf(search);
  const holds = (texts: readonly (readonly string[])[], strategy = list.strategy): BookingList => ({
    ...list,
    search,
    narrowing: [...list.narrowing, holdsOneOf(texts, part)],
    strategy,
  });
  const parts = partsLookedFor(search, spellings);
  if (list.strategy === 'byIds' || list.strategy === 'byPayment') return [holds(parts)];
  if (isIndexed(search)) return [holds(parts, 'byKeys')];
  const newest = holds(parts, 'newestOnly');
  if (!spellings.some(isIndexed)) return [newest];
  const spelt = holds(
    spellings.map((spelling) => [spelling]),
    'byKeys',
  );
  // Letters alone are rather a name, which is no plate: `jo a` is Jo Adamu, and not Joan.
  return /\d/.test(search) ? [spelt, newest] : [newest, spelt];
}

/** The bookings of the offences, then of the officers, that are called by the search. */
function called(caller: Caller, list: BookingList, search: string): BookingList[] {
  if (!isIndexed(search)) return [];
  const offences = offencesCalled(search);
  const { strategy } = list;
  const isFound = strategy === 'byIds' || strategy === 'byPayment';
  const narrowed = (condition: Condition, by: 'byKeys' | 'byIds'): BookingList => ({
    ...list,
    narrowing: [...list.narrowing, condition],
    strategy: isFound ? strategy : by,
  });
  return [
    ...(offences.length === 0
      ? []
      : [narrowed(sql`found.offences && ${offences}::text[]`, 'byKeys')]),
    ...(/\d/.test(search)
      ? []
      : [
          narrowed(
            sql`found.created_by = any(array(${usersNamed(caller.scope, search)}))`,
            'byIds',
          ),
        ]),
  ];
}

/**
 * Asked for pieces one after the other, the index passes over most rows in long steps. Asked for
 * the whole text, it compares all pieces at each step. The index knows the whole text alone.
 */
const holdsOneOf = (texts: readonly (readonly string[])[], part: RawBuilder<string>): Condition =>
  anyOf(
    texts.map((words, index) => {
      const pieces = piecesOf(words.join(' '));
      const whole = words.map((word) => sql<SqlBool>`strpos(${part}, ${word}) > 0`);
      if (pieces.length < 3)
        return allOf([
          ...words.map((word) => sql<SqlBool>`found.text like ${literalPattern(word)}`),
          ...whole,
        ]);
      // Worded apart, or PostgreSQL would ask last for what several texts have in common.
      const like = index === 0 ? sql`like` : sql`ilike`;
      const held = pieces.map((piece) => sql<SqlBool>`found.text ${like} ${literalPattern(piece)}`);
      return allOf([...held, ...whole]);
    }),
  );
