import { useEffect, useState } from 'react';
import { z } from 'zod';
import { englishCode, type Say, sayEnglish } from '#contract/language.ts';
import {
  catalogueSchema,
  listOfferedLanguages,
  offeredLanguageSchema,
  type OfferedLanguage,
  readCatalogue,
  readCatalogueForAll,
} from '#contract/languages.ts';
import type { Organisation } from '#contract/places.ts';
import { isPluralRule, sayIn } from '#contract/speaking.ts';
import { dataOf } from '#web/api/call.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { speak } from '#web/device/language.ts';
import { everybody } from '#web/device/people.ts';
import { settings } from '#web/device/settings.ts';

const offeredName = (organisation: Organisation) => `languages ${organisation}`;
const catalogueName = (organisation: Organisation, code: string) =>
  `language ${code} ${organisation}`;
const offeredSchema = z.array(offeredLanguageSchema);
type SentCatalogue = z.infer<typeof catalogueSchema>;

/** Keeps one or all languages of these organisations on the device, for forms without a network. */
export async function renewLanguages(
  organisations: readonly Organisation[],
  signal: AbortSignal,
  wanted?: string,
): Promise<void> {
  for (const organisation of organisations) {
    const offered = await dataOf(listOfferedLanguages, { query: { organisation }, signal });
    for (const { code, version } of offered) {
      if (code === englishCode || (wanted !== undefined && code !== wanted)) continue;
      const kept = await readCopy(catalogueName(organisation, code), catalogueSchema);
      if (kept?.value.version !== version) await fetchCatalogue(organisation, code, signal);
    }
    await keepCopy(offeredName(organisation), offered);
  }
}

async function fetchCatalogue(
  organisation: Organisation,
  language: string,
  signal: AbortSignal,
): Promise<SentCatalogue> {
  const catalogue = await dataOf(readCatalogue, {
    params: { language },
    query: { organisation },
    signal,
  });
  await keepCopy(catalogueName(organisation, language), catalogue);
  return catalogue;
}

const catalogueOf = async (organisation: Organisation, language: string, signal: AbortSignal) =>
  (await readCopy(catalogueName(organisation, language), catalogueSchema))?.value ??
  (await fetchCatalogue(organisation, language, signal));

/** Speaks a catalogue; English where this version of the product can't count in its language. */
const sayOf = ({ language, plural, isConfirmed, sentences }: SentCatalogue): Say =>
  isPluralRule(plural) ? sayIn({ language, plural, isConfirmed, sentences }) : sayEnglish;

/**
 * Speaks a language on sign-in and forms, as an organisation has it, or else as the sign-in page has it.
 * Rejects where the device keeps no sentences of it and none can be fetched.
 */
export async function speakOnScreens(
  language: string,
  organisation: Organisation | null,
  signal: AbortSignal,
): Promise<void> {
  const catalogue = organisation
    ? await catalogueOf(organisation, language, signal)
    : await catalogueForAll(language, signal);
  if (!signal.aborted) speak(sayOf(catalogue));
}

/** Kept for everybody on the device, since nobody need be signed in; fetched again for another version. */
async function catalogueForAll(language: string, signal: AbortSignal): Promise<SentCatalogue> {
  const name = `language ${language}`;
  const { version } = (settings().languages ?? []).find(({ code }) => code === language) ?? {};
  const kept = await readFromDevice(everybody, name, catalogueSchema);
  if (kept && kept.version === version) return kept;
  const read = dataOf(readCatalogueForAll, { params: { language }, signal });
  const catalogue = await (kept ? read.catch(() => kept) : read);
  await saveOnDevice(everybody, name, catalogue);
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
    catalogueOf(organisation, language, left.signal).then(
      (catalogue) => {
        if (!left.signal.aborted) setSpoken(() => sayOf(catalogue));
      },
      // Without a network it stays English.
      () => undefined,
    );
    return () => left.abort();
  }, [language, organisation]);
  return spoken.language === language ? spoken : sayEnglish;
}
