import { useState } from 'react';
import { nounsOf } from '#contract/records.ts';
import type { User, UserSort } from '#contract/users.ts';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import { RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconPlus, IconUsers } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { fetchUsers, listUsers, type UserFilters, type UserQuery, useUsers } from './slice.ts';
import { UserCard, userColumns, usualColumns } from './user-columns.tsx';
import { narrowing, type UserNarrowing, useUserFilters } from './user-filters.tsx';
import { fullName } from './user-words.ts';

const importing = lazyPart(() => import('./add/import-users.tsx'));
const form = lazyPart(() => import('./add/add-user-form.tsx'));
const detail = lazyPart(() => import('./detail/user-detail.tsx'));

const accounts: RecordListOf<User, UserFilters, UserSort, UserNarrowing> = {
  title: 'Users',
  nouns: nounsOf('user'),
  searched: 'name, username, email',
  narrowing,
  useFilters: useUserFilters,
  sorts: {
    createdAt: 'Oldest accounts first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    role: 'Role, state admins first',
    '-role': 'Role, observers first',
    zone: 'Zone, Hq first',
    '-zone': 'Zone, Z to A',
    '-lastActive': 'Most recently active first',
    lastActive: 'Least recently active first',
  },
  columns: userColumns,
  usualColumns,
  density: 'compact',
  renderCard: (user, onOpen) => <UserCard user={user} onOpen={onOpen} />,
  nameOf: fullName,
  asks: ({ search, ...narrowed }) => ({ _searchfirstName: search, ...narrowed }),
  useRows: useAccounts,
  mayExport: 'add and change users',
  fetchFile: fetchUsers,
  empty: {
    heading: 'No items found',
    icon: <IconUsers size={30} stroke={1.5} />,
    words: 'There are no accounts here yet.',
  },
};

/**
 * The accounts that the store holds. A new user joins the rows by itself, at their end, where the
 * last page is open. In another order, or a search, the list is asked for again.
 */
function useAccounts({ limit: _limit, page: _page, ...asked }: UserQuery) {
  const dispatch = useDispatch();
  const { all, loadedQuery, paginate, new: newest } = useUsers(({ user }) => user);
  const isWhole = Object.values(asked).every((value) => value === undefined);
  return {
    ask: (asked: UserQuery, signal: AbortSignal) => listUsers(dispatch, asked, signal),
    rows: all,
    answered: loadedQuery,
    paginate,
    newest: isWhole ? undefined : newest?._id,
  };
}

/** The accounts of the staff, with Add New User. */
export default function UsersPage() {
  const [adding, setAdding] = useState(false);
  const [bringing, setBringing] = useState(false);
  const addForm = form.use(adding);
  const importForm = importing.use(bringing);
  const mayAdd = useMay('add and change users');
  const add = (
    <>
      {mayAdd && <Button onClick={() => setBringing(true)}>Add from a file</Button>}
      <Button
        variant={mayAdd ? 'primary' : 'quiet'}
        icon={<IconPlus size={16} stroke={2.2} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        Add New User
      </Button>
    </>
  );
  return (
    <>
      <RecordList of={accounts} actions={add}>
        {({ address: { open }, close }, { reload }) => (
          <>
            {open !== '' && <LateDetail key={open} id={open} onClose={close} />}
            {bringing && importForm && (
              <importForm.ImportUsers onClose={() => setBringing(false)} onAdded={reload} />
            )}
          </>
        )}
      </RecordList>
      {adding && addForm && <addForm.AddUserForm onClose={() => setAdding(false)} />}
    </>
  );
}

UsersPage.help =
  'This list has everybody who works with Hanya. Add a person, or open one to change their role, state or zone. A new person gets an email with a link to set their password. Deactivate an account on the day the person leaves.';

function LateDetail(props: { id: string; onClose: () => void }) {
  const there = detail.use(true);
  return there && <there.UserDetail {...props} />;
}
