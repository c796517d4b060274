import { useEffect, useState } from 'react';
import { waitingPeople, type WaitingPerson } from '#web/device/waiting-people.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './auth.module.css';

/**
 * Says whose records wait on this device to be sent, and how many; nothing of the records.
 * `onAlone` hears the email of a person who alone has any.
 */
export function WaitingHere({ onAlone }: { onAlone: (email: string) => void }) {
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
              {records === 1 ? '1 record' : `${records} records`} of {name}{' '}
              {records === 1 ? 'waits' : 'wait'} on this phone.
            </b>{' '}
            Sign in as {name} to send {records === 1 ? 'it' : 'them'}.
          </p>
        ))}
      </Notice>
    </div>
  );
}
