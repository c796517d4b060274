import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useListAddress } from '#web/lib/list-address.ts';
import { useSearchBox } from '#web/lib/use-search-box.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataList } from '#web/ui/data-list.tsx';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Strip } from '#web/ui/strip.tsx';
import { AddUserForm } from './add/add-user-form.tsx';
import { UserDetail } from './detail/user-detail.tsx';
import { useUserList } from './use-user-list.ts';
import { UserCard } from './user-card.tsx';
import { userColumns } from './user-columns.tsx';
import { UserListEmpty } from './user-list-empty.tsx';
import { userCount } from './user-words.ts';

/** The accounts of the staff: the shared list screen, with Add New User. */
export default function UsersPage() {
  const steps = useListAddress();
  const list = useUserList(steps);
  const box = useSearchBox(steps);
  const [adding, setAdding] = useState(false);
  const { search, page, limit, open } = steps.address;
  const { failure, reload } = list;

  return (
    <>
      <PageHead
        title="Users"
        actions={
          <Button
            variant="primary"
            icon={<IconPlus size={16} stroke={2.2} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add New User
          </Button>
        }
      />
      <Card label="Users list" bareOnPhone>
        <ListToolbar
          search={box.text}
          onSearch={box.type}
          searchLabel="Search Users"
          placeholder="Search name, username, email"
          count={list.loaded && <b>{userCount(list.total)}</b>}
        />
        {failure && list.rows.length > 0 && (
          <Strip kind="bad" action={{ label: 'Try again', onChoose: reload }} flush>
            <b>{failure.message}</b> The rows below are from before.
          </Strip>
        )}
        <DataList
          label="Users"
          columns={userColumns((user) => steps.open(user.id))}
          rows={list.rows}
          rowKey={(user) => user.id}
          renderCard={(user) => <UserCard user={user} onOpen={() => steps.open(user.id)} />}
          onOpen={(user) => steps.open(user.id)}
          loading={list.loading}
          stale={list.loading}
          empty={
            <UserListEmpty failure={failure} search={search} onClear={box.clear} onRetry={reload} />
          }
          skeletons={limit}
          density="compact"
        />
        {list.loaded && (
          <Pager
            page={Math.min(page, list.pages)}
            pages={list.pages}
            onPage={steps.turnTo}
            limit={limit}
            onLimit={steps.resize}
          />
        )}
      </Card>
      {adding && <AddUserForm onClose={() => setAdding(false)} />}
      {open !== '' && <UserDetail key={open} id={open} onClose={steps.close} />}
    </>
  );
}
