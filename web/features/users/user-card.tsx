import type { User } from '#contract/users.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { pictureAddress } from './picture-address.ts';
import { UserStub } from './user-stub.tsx';
import { fullName } from './user-words.ts';

/** A user in the list on a phone. */
export function UserCard({ user, onOpen }: { user: User; onOpen: () => void }) {
  const { username, email, phone, active, picture } = user;
  const detail = [username, phone].filter((part) => part !== '').join(', ');
  return (
    <ListCard
      stub={<UserStub user={user} />}
      when={active ? undefined : 'Not active'}
      name={email}
      detail={detail === '' ? undefined : detail}
      mark={<Avatar name={fullName(user)} picture={pictureAddress(picture)} />}
      onOpen={onOpen}
      openName={fullName(user)}
    />
  );
}
