import { IconUser } from '@tabler/icons-react';
import type { User } from '#contract/users.ts';
import { Stub } from '#web/ui/ticket/stub.tsx';
import { fullName, standingOf } from './user-words.ts';

/** The card of a user in one line: the name, then state, role and zone. */
export function UserStub({ user }: { user: User }) {
  return (
    <Stub
      kind="plain"
      icon={<IconUser size={14} aria-hidden />}
      label={fullName(user)}
      body={standingOf(user)}
    />
  );
}
