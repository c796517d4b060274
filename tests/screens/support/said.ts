import { readFileSync } from 'node:fs';
import { act } from '@testing-library/react';
import { expect } from 'vitest';
import { type Say } from '#contract/language.ts';
import { listOfferedLanguages } from '#contract/languages.ts';
import { sayIn } from '#contract/speaking.ts';
import { readLanguageFile } from '#server/features/languages/po-file.ts';
import { speak } from '#web/device/language.ts';
import type { FakeServer } from './fake-server.ts';
import { anAnswer } from './records.ts';

const file = readLanguageFile(readFileSync('contract/languages/ha.po', 'utf8'));
if (typeof file === 'string') throw new Error(file);

/** `Pay by {day}.` becomes `⟦Pay by ⟨{day}⟩.⟧`. */
const inBrackets = (sentence: string): string =>
  `⟦${sentence.replaceAll(/\{\w+\}/g, (place) => `⟨${place}⟩`)}⟧`;

/** A language that only the tests speak: every sentence of the catalogue, in brackets. */
const bracketed: Say = sayIn({
  language: 'qaa',
  plural: 'nplurals=2; plural=(n != 1);',
  isConfirmed: true,
  sentences: Object.fromEntries(
    file.sentences.map(({ sentence, many }) => [
      sentence,
      [sentence, many === '' ? sentence : many].map(inBrackets),
    ]),
  ),
});

/** Speaks that language on this device, in the midst of whatever is open. */
export const speakBracketed = (): void => act(() => speak(bracketed));

/** The drivers of the organisation read English or Hausa. */
export const offersHausa = (server: FakeServer): void =>
  server.answer(listOfferedLanguages, () =>
    anAnswer([
      { code: 'en', name: 'English', englishName: 'English', version: '' },
      { code: 'ha', name: 'Hausa', englishName: 'Hausa', version: '1' },
    ]),
  );

const spokenAttributes = ['aria-label', 'aria-roledescription', 'placeholder', 'title', 'alt'];
const silent = 'script, style, [lang="en"], [lang="en"] *';

/**
 * Each text of an element is in brackets, and so is what fills it, but for names and whatever has no
 * small letter: a number, an amount, a day, a plate. What the law knows in English says so.
 */
export function everyTextIsSaid(
  container: Element,
  names: readonly (string | RegExp)[] = [],
): void {
  const elements = [container, ...container.querySelectorAll('*')].filter(
    (element) => !element.matches(silent),
  );
  const attributes = elements.flatMap((element) =>
    [
      ...spokenAttributes.map((name) => element.getAttribute(name)),
      element instanceof HTMLInputElement && element.readOnly ? element.value : null,
    ].flatMap((text) => (text === null ? [] : unsaidIn([text], names))),
  );
  const texts = elements.flatMap((element) =>
    [...element.childNodes].flatMap((node) =>
      node instanceof Text ? [{ node, text: node.data }] : [],
    ),
  );
  const inOrder = texts.toSorted((one, other) =>
    one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const unsaid = unsaidIn(
    inOrder.map(({ text }) => text),
    names,
  );
  expect([...unsaid, ...attributes]).toEqual([]);
}

/** What stands outside of brackets, over texts that follow one another. */
function unsaidIn(texts: readonly string[], names: readonly (string | RegExp)[]): string[] {
  const within: string[] = [];
  const outside = texts.map((text) => {
    let found = '';
    for (const sign of text) {
      if (sign === '⟦' || sign === '⟨') within.push(sign);
      else if (sign === '⟧' || sign === '⟩') within.pop();
      else if (within.at(-1) !== '⟦') found += sign;
    }
    return found;
  });
  return outside
    .map((text) => names.reduce<string>((rest, name) => rest.replaceAll(name, ' '), text))
    .filter((text) => /\p{Ll}/u.test(text));
}
