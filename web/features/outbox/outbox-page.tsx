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

/** Every record and file of the officer that is still on this device. */
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
        detail="Records on this device that the authority has not fully received yet"
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
        <Card label="Outbox">
          <EmptyState
            icon={<IconCloudCheck size={30} stroke={1.5} />}
            heading="The Outbox is empty"
          >
            The authority has received everything you made on this device.
          </EmptyState>
        </Card>
      )}
      {total > 0 && (
        <>
          <p className="quiet" role="status">
            {plural(total, 'record')} on this device. Do not type them again on another device.
            Hanya will send them as soon as there is a network.
          </p>
          <ul className={classNames('column gap-7', css['list'])}>
            {records.map((record) => (
              <li key={record._id}>
                <WaitingCard userId={user.id} record={record} />
              </li>
            ))}
            {unknown.map(({ _id }) => (
              <li key={_id}>
                <Card title="Record from another version">
                  <p className={classNames('column gap-7', css['body'])}>
                    Another version of Hanya made this record. Hanya will send the record when this
                    device has that version. Open this page while you have a network, then reload
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
  'This screen shows the records that are still on this device. If the authority refused a record, correct it. Hanya will send all other records when there is a network. If the device breaks before that, the Guide tells you what to do.';
