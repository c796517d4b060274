import { sayEnglish } from '#contract/language.ts';
import address from '#contract/outlines/nigeria.json?url';
import { type Organisation, outsideWords } from '#contract/places.ts';
import { liesOutsideOf, outlineOf, type StateOutlines } from '#contract/state-outline.ts';
import { readOwnFile } from '#web/device/own-file.ts';

/** What to say of a position outside the state; null of one within. This device keeps the outlines. */
export async function outsideNote(
  organisation: Organisation,
  place: { readonly lat: number; readonly lng: number },
): Promise<string | null> {
  const outlines = await readOwnFile<StateOutlines>(address);
  return outlines && liesOutsideOf(outlineOf(outlines, organisation), place)
    ? sayEnglish('{outside} Remove it if it is wrong.', { outside: outsideWords(organisation) })
    : null;
}
