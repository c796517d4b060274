import { IconUserQuestion } from '@tabler/icons-react';
import { RecordHistory } from '#web/records/record-history.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { pictureAddress } from '../picture-address.ts';
import { fullName, standingOf } from '../user-words.ts';
import { UserEdit } from './user-edit.tsx';
import { UserFacts } from './user-facts.tsx';
import { useUserRecord } from './use-user-record.ts';

/** A user opened over the list: for a state admin to change, for others to read. */
export function UserDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { user, settled, failure, retry } = useUserRecord(id);
  const phone = useScreen('phone');
  const mayChange = useMay('add and change users');
  if (!user || !settled || failure) {
    return (
      <Dialog opened onClose={onClose} title={user ? fullName(user) : 'User'}>
        <RecordMissing
          noun="user"
          failure={failure}
          onRetry={retry}
          icon={<IconUserQuestion size={30} stroke={1.5} />}
        />
      </Dialog>
    );
  }
  const header = phone ? undefined : (
    <div className="row narrow gap-6">
      <Avatar name={fullName(user)} picture={pictureAddress(user.picture)} size="lg" />
      <div className="column top narrow gap-1">
        <b className="heading anywhere">{fullName(user)}</b>
        <span className="small quiet">{standingOf(user)}</span>
      </div>
    </div>
  );
  if (mayChange) return <UserEdit user={user} header={header} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={fullName(user)} header={header}>
      <UserFacts user={user} />
      <RecordHistory record="user" id={user.id} />
    </Dialog>
  );
}
