import { useState } from 'react';
import { useListAddress } from '#web/lists/address.ts';
import { useListScroll } from '#web/lists/scroll.ts';
import { useSearchBox } from '#web/lists/use-search-box.ts';
import { ListScreen } from '#web/ui/table/list-screen.tsx';
import { AddUserForm } from './add/add-user-form.tsx';
import { UserDetail } from './detail/user-detail.tsx';
import { useUserList } from './use-user-list.ts';
import { UserCard } from './user-card.tsx';
import { userColumns } from './user-columns.tsx';
import { userGrammar } from './user-grammar.ts';
import { UserListActions } from './user-list-actions.tsx';
import { UserListEmpty } from './user-list-empty.tsx';
import { userSortChoice } from './user-sort-choice.ts';
import { userCount } from './user-words.ts';

/** The accounts of the staff: the shared list screen, with Add New User. */
export default function UsersPage() {
  const steps = useListAddress(userGrammar);
  const list = useUserList(steps);
  const box = useSearchBox(steps);
  const [adding, setAdding] = useState(false);
  useListScroll(list.loaded && !list.loading);
  const { search, page, limit, open } = steps.address;
  const { failure } = list;
  const refused = failure?.status === 403 ? failure : null;

  return (
    <>
      <ListScreen
        title="Users"
        actions={
          <UserListActions
            steps={steps}
            total={list.loaded ? list.total : null}
            onAdd={() => setAdding(true)}
          />
        }
        search={{
          text: box.text,
          onType: box.type,
          placeholder: 'Search name, username, email',
        }}
        count={userCount(list.total)}
        sort={userSortChoice(steps)}
        columns={userColumns(steps)}
        rows={refused ? [] : list.rows}
        rowKey={(user) => user.id}
        renderCard={(user) => <UserCard user={user} onOpen={() => steps.open(user.id)} />}
        onOpen={(user) => steps.open(user.id)}
        loaded={list.loaded}
        loading={list.loading}
        failure={refused ? null : (failure?.message ?? null)}
        onReload={list.reload}
        empty={<UserListEmpty search={search} refused={refused} onClear={box.clear} />}
        density="compact"
        question={list.question}
        pager={{
          page: Math.min(page, list.pages),
          pages: list.pages,
          onPage: steps.turnTo,
          limit,
          onLimit: steps.resize,
        }}
      />
      {adding && <AddUserForm onClose={() => setAdding(false)} />}
      {open !== '' && <UserDetail key={open} id={open} onClose={steps.close} />}
    </>
  );
}
