import type { ReactNode } from 'react';

const dates = /(\d{4}-\d{2}-\d{2})/;

/** Keeps each date of a text on one line: browsers break "2026-11-20" behind its hyphens. */
export const wholeDates = (words: ReactNode): ReactNode =>
  typeof words === 'string' && dates.test(words)
    ? words.split(dates).map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          <span key={place} className="nowrap">
            {part}
          </span>
        ),
      )
    : words;
