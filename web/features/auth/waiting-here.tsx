import { useEffect, useState } from 'react';
import { waitingPeople, type WaitingPerson } from '#web/device/waiting-people.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './auth.module.css';

/** Says whose records wait on this device to be sent, and how many; nothing of the records. */
export function WaitingHere() {
  const [people, setPeople] = useState<readonly WaitingPerson[]>([]);
  useEffect(() => {
    let left = false;
    void waitingPeople().then((found) => {
      if (!left) setPeople(found);
    });
    return () => {
      left = true;
    };
  }, []);

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
