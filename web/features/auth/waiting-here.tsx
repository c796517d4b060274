import { useEffect, useState } from 'react';
import { z } from 'zod';
import { deviceKeys, readFromDevice } from '#web/device/device-store.ts';
import { useSay } from '#web/device/language.ts';
import { everybody, personKey, waitingOf } from '#web/device/people.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './auth.module.css';

/**
 * Says whose records wait on this device to be sent, and how many; nothing of the records.
 * `onAlone` hears the email of a person who alone has any.
 */
export function WaitingHere({ onAlone }: { onAlone: (email: string) => void }) {
  const say = useSay();
  const [people, setPeople] = useState<readonly WaitingPerson[]>([]);
  useEffect(() => {
    let left = false;
    void waitingPeople().then((found) => {
      if (left) return;
      setPeople(found);
      if (found.length === 1) onAlone(found[0]?.email ?? '');
    });
    return () => {
      left = true;
    };
  }, [onAlone]);

  if (people.length === 0) return null;
  return (
    <div role="status" className={css['above']}>
      <Notice kind="warn">
        {people.map(({ id, name, records }) => (
          <p key={id}>
            <b>
              {say.count(
                records,
                '{name} still has 1 record on this device.',
                '{name} still has {count} records on this device.',
                { name },
              )}
            </b>{' '}
            {say.count(
              records,
              'Sign in as {name} to send it.',
              'Sign in as {name} to send them.',
              {
                name,
              },
            )}
          </p>
        ))}
      </Notice>
    </div>
  );
}

const personSchema = z.object({ name: z.string(), email: z.string().default('') });

/** A person whose records wait on this device. */
interface WaitingPerson {
  id: string;
  /** First and last name. */
  name: string;
  /** '' where the device doesn't know it. */
  email: string;
  /** The number of records. */
  records: number;
}

/** Everybody whose records wait on this device; nothing of the records themselves is read. */
async function waitingPeople(): Promise<WaitingPerson[]> {
  const found: WaitingPerson[] = [];
  for (const key of await deviceKeys(everybody, personKey)) {
    const id = key.slice(personKey.length);
    const records = await waitingOf(id);
    const person = records > 0 && (await readFromDevice(everybody, key, personSchema));
    if (person) found.push({ id, records, ...person });
  }
  return found;
}
