import type { LooseFacts } from '#contract/collisions.ts';
import { said, type Say, sayEnglish } from '#contract/language.ts';
import { capitalised } from '#web/format/words.ts';
import type { Fact } from '#web/ui/table/facts.tsx';

export const factWords = said({
  cause: 'Cause',
  otherCauses: 'Other causes',
  collisionType: 'Type of collision',
  light: 'Light',
  surface: 'Road surface',
  hit: 'Road users hit',
  serious: 'Seriously injured',
  slight: 'Slightly injured',
});

/** A fact that is a list. */
export const listed = (said: LooseFacts[string] | undefined): readonly string[] =>
  Array.isArray(said) ? said : [];

/** What more was said of a collision; what a newer version knows is shown under its own name. */
export function factsShown(facts: LooseFacts): Fact[] {
  const labels: Readonly<Record<string, string>> = factWords;
  return Object.keys({ ...factWords, ...facts }).map((name) => {
    const said = facts[name] ?? '';
    const words = Array.isArray(said) ? said.join(', ') : String(said);
    return { label: labels[name] ?? name, value: capitalised(words) };
  });
}

/** The injured who weren't graded, or the difference where more were; null where they agree. */
export function gradedInWords(
  facts: LooseFacts,
  injured: number,
  say: Say = sayEnglish,
): string | null {
  if (facts['serious'] === undefined && facts['slight'] === undefined) return null;
  const graded = Number(facts['serious'] ?? 0) + Number(facts['slight'] ?? 0);
  if (graded === injured) return null;
  return graded < injured
    ? say('Severity has not been entered for {number} of the {all} people injured.', {
        number: injured - graded,
        all: injured,
      })
    : say(
        'Severity has been entered for {number}, but the number of people injured is {all}. Figures use the number of people injured.',
        { number: graded, all: injured },
      );
}
