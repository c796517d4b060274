import { z } from 'zod';
import { deviceKeys, readFromDevice } from './device-store.ts';
import { everybody, personKey, waitingOf } from './people.ts';

const personSchema = z.object({ name: z.string(), email: z.string().default('') });

/** A person whose records wait on this device. */
export interface WaitingPerson {
  id: string;
  /** First and last name. */
  name: string;
  /** '' where the device doesn't know it. */
  email: string;
  /** The number of records. */
  records: number;
}

/** Everybody whose records wait on this device; nothing of the records themselves is read. */
export async function waitingPeople(): Promise<WaitingPerson[]> {
  const found: WaitingPerson[] = [];
  for (const key of await deviceKeys(everybody, personKey)) {
    const id = key.slice(personKey.length);
    const records = await waitingOf(id);
    const person = records > 0 && (await readFromDevice(everybody, key, personSchema));
    if (person) found.push({ id, records, ...person });
  }
  return found;
}
