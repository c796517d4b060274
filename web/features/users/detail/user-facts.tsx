import { headquarters } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import { Age } from '#web/format/age.tsx';
import { dateOf } from '#web/format/time.ts';
import { Facts } from '#web/ui/table/facts.tsx';
import { allStates, roleName } from '../user-words.ts';

/** Everything that is known of a user, to be read. */
export function UserFacts({ user }: { user: User }) {
  return (
    <>
      <Facts
        title="Person"
        facts={[
          { label: 'First Name', value: user.firstName },
          { label: 'Last Name', value: user.lastName },
          { label: 'Username', value: user.username },
          { label: 'Email', value: user.email },
          { label: 'Phone', value: user.phone },
        ]}
      />
      <Facts
        title="Access"
        facts={[
          { label: 'Role', value: roleName(user.role) },
          { label: 'State', value: user.state ?? allStates },
          { label: 'Zone', value: user.zone ?? headquarters },
        ]}
      />
      <AccountFacts user={user} />
    </>
  );
}

/** The facts of an account that nobody types. */
export function AccountFacts({ user }: { user: User }) {
  return (
    <Facts
      title="Account"
      facts={[
        { label: 'Status', value: user.active ? 'Active' : 'Not active, cannot sign in' },
        {
          label: 'Password',
          value: user.ownPassword ? 'Set by the user' : 'Not yet set by the user',
        },
        { label: 'Last active', value: <Age at={user.lastActive} /> },
        { label: 'Added', value: dateOf(user.createdAt) },
      ]}
    />
  );
}
