import { VisuallyHidden } from '@mantine/core';
import type { User, UserSort } from '#contract/users.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { inOrder, sortedBy } from '#web/lists/sort.ts';
import { clockOf, dateOf, neverLoggedIn } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { UserCell } from './user-cell.tsx';
import { usualColumns, type UserColumnKey } from './user-grammar.ts';
import { allStates, fullName, headquarters } from './user-words.ts';
import css from './users.module.css';

type UserColumn = Column<User> & { key: UserColumnKey };

/** Every column of the users. */
export const allColumns: readonly UserColumn[] = [
  { key: 'state', header: 'State', width: 84, cell: ({ state }) => state ?? allStates },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }) => <span className={css['role']}>{role}</span>,
  },
  { key: 'username', header: 'Username', width: 110, cell: ({ username }) => username },
  { key: 'name', header: 'Name', cell: (user) => <UserCell user={user} /> },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => <span className={css['email']}>{email}</span>,
  },
  { key: 'phone', header: 'Phone', width: 118, cell: ({ phone }) => phone },
  { key: 'zone', header: 'Zone', width: 110, cell: ({ zone }) => zone ?? headquarters },
  {
    key: 'lastActive',
    header: 'Last active',
    width: 98,
    cell: ({ lastActive }) => (lastActive === null ? neverLoggedIn : <Moment at={lastActive} />),
  },
  { key: 'added', header: 'Added', width: 98, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** What sorts by a column, and what its header does first. */
const sorts: Partial<Record<UserColumnKey, readonly [UserSort, UserSort]>> = {
  role: ['role', '-role'],
  name: ['name', '-name'],
  zone: ['zone', '-zone'],
  lastActive: ['-lastActive', 'lastActive'],
};

/** The columns that the address names, and the actions after them. */
export function userColumns(steps: ListSteps<UserSort>): Column<User>[] {
  const shown = inOrder(allColumns, steps.address.columns ?? usualColumns);
  return [
    ...shown.map((column) => {
      const sort = sorts[column.key];
      return sort ? { ...column, ...sortedBy(steps, sort) } : column;
    }),
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (user) => (
        <Button size="sm" onClick={() => steps.open(user.id)}>
          Open
          <VisuallyHidden> {fullName(user)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

function Moment({ at }: { at: string }) {
  return <TwoLine second={clockOf(at)}>{dateOf(at)}</TwoLine>;
}
