import type { User } from '#contract/users.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { RecordHistory } from '#web/records/history/record-history.tsx';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { IconUserQuestion } from '#web/ui/icons.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { fullName, pictureAddress, standingOf } from '../user-words.ts';
import { useUserRecord } from './use-user-record.ts';
import { UserDuties } from './user-duties.tsx';
import { UserEdit } from './user-edit.tsx';
import { UserFacts } from './user-facts.tsx';

/** A user opened over the list: for a state admin to change, for others to read. */
export function UserDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const reading = useUserRecord(id);
  const { record, known } = reading;
  const phone = useScreen('phone');
  const mayChange = useMay('add and change users');
  const headerOf = (user: User) => (phone ? undefined : <UserHeader user={user} />);
  if (record && mayChange) {
    return <UserEdit user={record} header={headerOf(record)} onClose={onClose} />;
  }
  return (
    <RecordDialog
      kind="user"
      reading={reading}
      title={known ? fullName(known) : 'User'}
      icon={<IconUserQuestion size={30} stroke={1.5} />}
      opened
      onClose={onClose}
      show={(user) => ({
        title: fullName(user),
        header: headerOf(user),
        children: (
          <>
            <UserFacts user={user} />
            <UserDuties user={user} />
            <RecordHistory record="user" id={id} />
          </>
        ),
      })}
    />
  );
}

function UserHeader({ user }: { user: User }) {
  return (
    <div className="row shrink gap-6">
      <Avatar name={fullName(user)} picture={pictureAddress(user.picture)} size="lg" />
      <div className="column align-start shrink gap-1">
        <b className="heading anywhere">{fullName(user)}</b>
        <span className="small quiet">{standingOf(user)}</span>
      </div>
    </div>
  );
}
