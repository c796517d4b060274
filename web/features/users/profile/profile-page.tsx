import { IconUserQuestion } from '@tabler/icons-react';
import { guestPayload } from '#contract/auth.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { useUserRecord } from '../detail/use-user-record.ts';
import { AccountCard } from './account-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PictureCard } from './picture-card.tsx';
import css from './profile.module.css';
import { ReadOnlyAccount } from './read-only-account.tsx';
import { useWhyReadOnly } from './why-read-only.ts';

/** Account Settings: one's own record, picture and (elsewhere) password. */
export default function ProfilePage() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <PageHead title="Account Settings" />
      {user.id === guestPayload.id ? <Guest /> : <Staff key={user.id} id={user.id} />}
    </>
  );
}

function Guest() {
  const user = useCurrentUser();
  const reason = useWhyReadOnly();
  if (user === null) return null;
  return (
    <div className={css['columns']}>
      <ReadOnlyAccount user={user} reason={reason ?? ''} />
      <div className={css['side']}>
        <PictureCard user={user} />
        <PasswordCard />
      </div>
    </div>
  );
}

function Staff({ id }: { id: string }) {
  const { record: user, failure, retry } = useUserRecord(id);
  const reason = useWhyReadOnly();
  if (!user) {
    return (
      <Card label="Account">
        <div className={css['body']}>
          <RecordMissing
            noun="user"
            icon={<IconUserQuestion size={30} stroke={1.5} />}
            failure={failure}
            onRetry={retry}
          />
        </div>
      </Card>
    );
  }
  return (
    <div className={css['columns']}>
      {reason === undefined ? (
        <AccountCard user={user} />
      ) : (
        <ReadOnlyAccount user={user} reason={reason} />
      )}
      <div className={css['side']}>
        <PictureCard user={user} />
        <PasswordCard />
      </div>
    </div>
  );
}
