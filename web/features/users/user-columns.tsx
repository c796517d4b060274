import { VisuallyHidden } from '@mantine/core';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-list.tsx';
import { UserCell } from './user-cell.tsx';
import { allStates, fullName } from './user-words.ts';
import css from './users.module.css';

/** The columns of the list of users, in the order of the specification. */
export function userColumns(open: (user: User) => void): Column<User>[] {
  return [
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
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (user) => (
        <Button size="sm" onClick={() => open(user)}>
          Open
          <VisuallyHidden> {fullName(user)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}
