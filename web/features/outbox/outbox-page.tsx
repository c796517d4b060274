import { useCurrentUser } from '#web/api/store-hooks.ts';
import { plural } from '#web/format/words.ts';
import { sendNow } from '#web/sending/orders.ts';
import { useOutbox } from '#web/sending/use-outbox.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { IconCloudCheck, IconCloudUp } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './outbox.module.css';
import { WaitingCard } from './waiting-card.tsx';

/** Every record and file of the officer that is still on this phone. */
export default function OutboxPage() {
  const user = useCurrentUser();
  const outbox = useOutbox(user?.id ?? null);
  if (user === null) return null;
  const { records, unknown } = outbox;
  const total = records.length + unknown.length;
  return (
    <>
      <PageHead
        title="Outbox"
        detail="What is stored on this phone until the authority has received all of it."
        actions={
          records.length > 0 && (
            <Button
              variant="primary"
              icon={<IconCloudUp size={18} aria-hidden />}
              onClick={() => void sendNow(user.id)}
            >
              Send all now
            </Button>
          )
        }
      />
      {total === 0 && (
        <Card label="What waits">
          <EmptyState icon={<IconCloudCheck size={30} stroke={1.5} />} heading="Nothing waits">
            Everything that was made on this phone has been received by the authority.
          </EmptyState>
        </Card>
      )}
      {total > 0 && (
        <>
          <p className="quiet" role="status">
            {plural(total, 'record')} on this phone. Don’t sign in on another phone to type them
            again: they are sent by themselves as soon as there is a network.
          </p>
          <ul className={classNames('column gap-7', css['list'])}>
            {records.map((record) => (
              <li key={record._id}>
                <WaitingCard userId={user.id} record={record} />
              </li>
            ))}
            {unknown.map(({ _id }) => (
              <li key={_id}>
                <Card title="Record of another version">
                  <p className={classNames('column gap-7', css['body'])}>
                    This was made by another version of Hanya. It is kept, and is sent once this
                    phone has that version: keep the page open while there is a network, and reload
                    it. <span className="quiet">{_id}</span>
                  </p>
                </Card>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

OutboxPage.help =
  'Here is what is still on this phone. Look whether something was refused, and mend it. Everything else is sent by itself with a network. If the phone breaks before that, the Guide says what to do.';
