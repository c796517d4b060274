import { useEffect, useState } from 'react';
import { z } from 'zod';
import { contactsSchema, noContacts, readContacts, readLogo } from '#contract/contacts.ts';
import { hasModules } from '#contract/modules.ts';
import { readTicketOffer, ticketOfferSchema } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';

const copyName = (organisation: Organisation) => `contacts ${organisation}`;

/** `file` is the logo's address without its signature, `picture` a data URL. */
const logoSchema = z.object({ file: z.string(), picture: z.string() }).nullable().default(null);
const keptSchema = contactsSchema.extend({
  logo: logoSchema,
  offer: ticketOfferSchema.nullable().default(null),
});
type Kept = z.output<typeof keptSchema>;

const nothingKept: Kept = { ...noContacts, logo: null, offer: null };

/** Keeps name, contacts, logo and offer of these organisations on the device, for papers without a network. */
export async function renewContacts(
  organisations: readonly Organisation[],
  signal: AbortSignal,
): Promise<void> {
  for (const organisation of organisations) {
    const contacts = await dataOf(readContacts, { query: { organisation }, signal });
    const before = await readCopy(copyName(organisation), keptSchema);
    const { logo: address } = await dataOf(readLogo, { query: { organisation }, signal });
    const logo = await logoAt(address, before?.value.logo ?? null, signal);
    const offer = hasModules()
      ? await dataOf(readTicketOffer, { query: { organisation }, signal })
      : null;
    await keepCopy(copyName(organisation), { ...contacts, logo, offer });
  }
}

/** Fetches a logo that has changed; keeps the one before where that fails. */
async function logoAt(
  address: string | null,
  before: Kept['logo'],
  signal: AbortSignal,
): Promise<Kept['logo']> {
  const [file] = address?.split('?') ?? [];
  if (address === null || file === undefined) return null;
  if (before?.file === file) return before;
  const answer = await fetch(address, { signal }).catch(() => null);
  if (!answer?.ok) return before;
  const picture = await dataUrlOf(await answer.blob());
  return { file, picture };
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('No picture.')));
    reader.readAsDataURL(blob);
  });

/** Name, contacts, logo and offer that the device keeps; empty where it keeps none. */
export function useKeptContacts(organisation: Organisation): Kept {
  const [kept, setKept] = useState(nothingKept);
  useEffect(() => {
    let left = false;
    void readCopy(copyName(organisation), keptSchema).then((copy) => {
      if (!left && copy) setKept(copy.value);
    });
    return () => {
      left = true;
    };
  }, [organisation]);
  return kept;
}
