import { useEffect, useState } from 'react';
import { z } from 'zod';
import { englishCode, type Say, sayEnglish } from '#contract/language.ts';
import {
  catalogueSchema,
  listOfferedLanguages,
  offeredLanguageSchema,
  type OfferedLanguage,
  readCatalogue,
} from '#contract/languages.ts';
import type { Organisation } from '#contract/places.ts';
import { isPluralRule, sayIn } from '#contract/speaking.ts';
import { dataOf } from '#web/api/call.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';

const offeredName = (organisation: Organisation) => `languages ${organisation}`;
const catalogueName = (organisation: Organisation, code: string) =>
  `language ${code} ${organisation}`;
const offeredSchema = z.array(offeredLanguageSchema);

/** Keeps the languages of these organisations on the device, for tickets without a network. */
export async function renewLanguages(
  organisations: readonly Organisation[],
  signal: AbortSignal,
): Promise<void> {
  for (const organisation of organisations) {
    const offered = await dataOf(listOfferedLanguages, { query: { organisation }, signal });
    for (const { code, version } of offered) {
      if (code === englishCode) continue;
      const kept = await readCopy(catalogueName(organisation, code), catalogueSchema);
      if (kept?.value.version !== version) await fetchCatalogue(organisation, code, signal);
    }
    await keepCopy(offeredName(organisation), offered);
  }
}

async function fetchCatalogue(organisation: Organisation, language: string, signal: AbortSignal) {
  const catalogue = await dataOf(readCatalogue, {
    params: { language },
    query: { organisation },
    signal,
  });
  await keepCopy(catalogueName(organisation, language), catalogue);
  return catalogue;
}

/** The languages that the drivers of an organisation can choose; English alone before any is known. */
export function useLanguages(organisation: Organisation | null): readonly OfferedLanguage[] {
  const [known, setKnown] = useState<readonly [Organisation, readonly OfferedLanguage[]] | null>(
    null,
  );
  useEffect(() => {
    if (organisation === null) return undefined;
    const left = new AbortController();
    const { signal } = left;
    const read = async () =>
      (await readCopy(offeredName(organisation), offeredSchema))?.value ??
      (await dataOf(listOfferedLanguages, { query: { organisation }, signal }));
    read().then(
      (offered) => {
        if (!signal.aborted) setKnown([organisation, offered]);
      },
      // Without them, English alone can be chosen.
      () => undefined,
    );
    return () => left.abort();
  }, [organisation]);
  return known?.[0] === organisation ? known[1] : none;
}

const none: readonly OfferedLanguage[] = [];

/** Speaks a language of an organisation; English until its sentences are there, or where they aren't. */
export function useSayIn(language: string, organisation: Organisation | null): Say {
  const [spoken, setSpoken] = useState<Say>(() => sayEnglish);
  useEffect(() => {
    if (organisation === null || language === '' || language === englishCode) return undefined;
    const left = new AbortController();
    const read = async () =>
      (await readCopy(catalogueName(organisation, language), catalogueSchema))?.value ??
      (await fetchCatalogue(organisation, language, left.signal));
    read().then(
      ({ plural, isConfirmed, sentences }) => {
        if (!left.signal.aborted && isPluralRule(plural))
          setSpoken(() => sayIn({ language, plural, isConfirmed, sentences }));
      },
      // Without a network it stays English.
      () => undefined,
    );
    return () => left.abort();
  }, [language, organisation]);
  return spoken.language === language ? spoken : sayEnglish;
}
