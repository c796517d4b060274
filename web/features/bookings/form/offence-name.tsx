import type { Say } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { IconAlertCircle } from '#web/ui/icons.ts';
import css from './offence-picker.module.css';
import { markMatches } from './offence-search.ts';

/** Words of the catalogue in the reader's language; an organisation's own ones stay as they are. */
export const ofCatalogue = (say: Say, words: string): string =>
  say.knows(words) ? say(words) : words;

interface OffenceNameProps {
  name: string;
  /** Is marked in the name. */
  query?: string;
}

/** An offence in the reader's language, with its English name below it: the law knows that one. */
export function OffenceName({ name, query = '' }: OffenceNameProps) {
  const words = ofCatalogue(useSay(), name);
  return (
    <>
      <span className="block">
        <Marked text={words} query={query} />
      </span>
      {words !== name && (
        <span className="block small quiet" lang="en">
          <Marked text={name} query={query} />
        </span>
      )}
    </>
  );
}

export function Marked({ text, query }: { text: string; query: string }) {
  return markMatches(text, query).map(({ text: piece, marked }, index) =>
    marked ? (
      <mark key={index} className={css['mark']}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

/** The penalty beside the fine; nothing for ''. */
export function Penalty({ text }: { text: string }) {
  const say = useSay();
  if (text === '') return null;
  const parts = text.split('; ').map((part) => ofCatalogue(say, part));
  return (
    <span className={css['penalty']}>
      <IconAlertCircle size={13} aria-hidden />
      {parts.join('; ')}
    </span>
  );
}
