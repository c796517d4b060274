import { useEffect, useState } from 'react';
import { type Contacts, contactsSchema, noContacts, readContacts } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';

const copyName = (organisation: Organisation) => `contacts ${organisation}`;

/** Keeps the contacts of these organisations on the device, for papers without a network. */
export async function renewContacts(
  organisations: readonly Organisation[],
  signal: AbortSignal,
): Promise<void> {
  for (const organisation of organisations) {
    const contacts = await dataOf(readContacts, { query: { organisation }, signal });
    await keepCopy(copyName(organisation), contacts);
  }
}

/** The contacts that the device keeps; none where it keeps none. */
export function useKeptContacts(organisation: Organisation): Contacts {
  const [kept, setKept] = useState(noContacts);
  useEffect(() => {
    let left = false;
    void readCopy(copyName(organisation), contactsSchema).then((copy) => {
      if (!left && copy) setKept(copy.value);
    });
    return () => {
      left = true;
    };
  }, [organisation]);
  return kept;
}
