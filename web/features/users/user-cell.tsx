import { useMediaQuery } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import type { User } from '#contract/users.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { Stub } from '#web/ui/ticket/stub.tsx';
import { pictureAddress } from './picture-address.ts';
import { UserStub } from './user-stub.tsx';
import { fullName, standingOf } from './user-words.ts';
import css from './users.module.css';

/** Picture and card of a user; where there is no room for it in one line, its body stands below. */
export function UserCell({ user }: { user: User }) {
  const roomy = useMediaQuery('(min-width: 88em)', true, { getInitialValueInEffect: false });
  const name = fullName(user);
  return (
    <div className={css['person']}>
      <Avatar name={name} picture={pictureAddress(user.picture)} size="sm" />
      <div className={css['words']}>
        {roomy ? (
          <UserStub user={user} />
        ) : (
          <>
            <Stub kind="plain" icon={<IconUser size={14} aria-hidden />} label={name} />
            <span className={css['second']}>{standingOf(user)}</span>
          </>
        )}
        {!user.active && <span className={css['second']}>Not active</span>}
      </div>
    </div>
  );
}
