import { type Say, sayEnglish } from '#contract/language.ts';
import { count } from './money.ts';

/** "1,234 vehicles", "1 image". */
export function plural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${count(number)} ${number === 1 ? noun : nouns}`;
}

/** "name, phone number and address". */
export function joinWithAnd(items: readonly string[], say: Say = sayEnglish): string {
  const last = items.at(-1) ?? '';
  return items.length < 2
    ? last
    : say('{items} and {last}', { items: items.slice(0, -1).join(', '), last });
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The non-empty parts, joined; null when there are none. */
export function joined(parts: readonly string[], separator = ', '): string | null {
  const given = parts.filter((part) => part !== '');
  return given.length > 0 ? given.join(separator) : null;
}
