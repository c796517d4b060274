import { headquarters } from '#contract/places.ts';
import type { User, UserSort } from '#contract/users.ts';
import { clockOf, dateOf, neverLoggedIn } from '#web/format/time.ts';
import type { SortingColumn } from '#web/lists/list-columns.tsx';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { IconUser } from '#web/ui/icons.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';
import { allStates, fullName, pictureAddress, standingOf } from './user-words.ts';
import css from './users.module.css';

/** The columns of the users, in the order of the specification. */
export const usualColumns = ['state', 'role', 'username', 'name', 'email', 'phone'];

/** Every column of the users. */
export const userColumns: readonly SortingColumn<User, UserSort>[] = [
  { key: 'state', header: 'State', width: 84, cell: ({ state }) => state ?? allStates },
  {
    key: 'role',
    sorts: ['role', '-role'],
    header: 'Role',
    cell: ({ role }) => <span className={css['role']}>{role}</span>,
  },
  { key: 'username', header: 'Username', width: 110, cell: ({ username }) => username },
  {
    key: 'name',
    sorts: ['name', '-name'],
    header: 'Name',
    cell: (user) => <UserCell user={user} />,
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <span className={css['email']}>
        <Email of={email} />
      </span>
    ),
  },
  { key: 'phone', header: 'Phone', width: 118, cell: ({ phone }) => phone },
  {
    key: 'zone',
    sorts: ['zone', '-zone'],
    header: 'Zone',
    width: 110,
    cell: ({ zone }) => zone ?? headquarters,
  },
  {
    key: 'lastActive',
    sorts: ['-lastActive', 'lastActive'],
    header: 'Last active',
    width: 98,
    cell: ({ lastActive }) => (lastActive === null ? neverLoggedIn : <Moment at={lastActive} />),
  },
  { key: 'added', header: 'Added', width: 98, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function Moment({ at }: { at: string }) {
  return <TwoLine second={clockOf(at)}>{dateOf(at)}</TwoLine>;
}

/** An address, which breaks before its “@” where there is room for either half alone. */
function Email({ of: email }: { of: string }) {
  const [name = email, host] = email.split(/(?=@)/);
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  );
}

/** Picture and card of a user; where there is no room for it in one line, its body stands below. */
function UserCell({ user }: { user: User }) {
  const roomy = useScreen('wide');
  const name = fullName(user);
  return (
    <div className="row shrink gap-5">
      <Avatar name={name} picture={pictureAddress(user.picture)} size="sm" />
      <div className={css['words']}>
        {roomy ? (
          <UserStub user={user} />
        ) : (
          <>
            <TicketBadge kind="plain" icon={<IconUser size={14} aria-hidden />} label={name} />
            <span className="small quiet">{standingOf(user)}</span>
          </>
        )}
        {!user.active && <span className="small quiet">Not active</span>}
      </div>
    </div>
  );
}

/** The card of a user in one line: the name, then state, role and zone. */
function UserStub({ user }: { user: User }) {
  return (
    <TicketBadge
      kind="plain"
      icon={<IconUser size={14} aria-hidden />}
      label={fullName(user)}
      body={standingOf(user)}
    />
  );
}

/** A user in the list on a phone. */
export function UserCard({ user, onOpen }: { user: User; onOpen: () => void }) {
  const { username, email, phone, active, picture } = user;
  const detail = [username, phone].filter((part) => part !== '').join(', ');
  return (
    <ListCard
      badge={<UserStub user={user} />}
      when={active ? undefined : 'Not active'}
      name={<Email of={email} />}
      detail={detail === '' ? undefined : detail}
      mark={<Avatar name={fullName(user)} picture={pictureAddress(picture)} />}
      onOpen={onOpen}
      openName={fullName(user)}
    />
  );
}
