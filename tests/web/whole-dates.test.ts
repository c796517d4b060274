import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { wholeDates } from '#web/format/whole-dates.tsx';

/** Each part in brackets that no line breaks. */
const linesOf = (words: string): string => {
  const parts = wholeDates(words);
  return (Array.isArray(parts) ? parts : [parts])
    .map((part: unknown) =>
      isValidElement<{ children: string; className: string }>(part)
        ? `[${part.props.className} ${part.props.children}]`
        : String(part),
    )
    .join('');
};

test('a date of a text stays on one line, and the text breaks around it', () => {
  expect(linesOf('Answer by 2026-11-30')).toBe('Answer by [nowrap 2026-11-30]');
  expect(linesOf('2026-11-20 14:32 to 2026-11-21')).toBe(
    '[nowrap 2026-11-20] 14:32 to [nowrap 2026-11-21]',
  );
  expect(linesOf('KAD-123AA, TRF-204518')).toBe('KAD-123AA, TRF-204518');
  expect(wholeDates(null)).toBeNull();
});
