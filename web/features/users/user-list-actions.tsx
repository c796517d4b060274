import { IconPlus } from '@tabler/icons-react';
import type { UserSort } from '#contract/users.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { fetchUsers } from './slice.ts';
import { filtersOf } from './use-user-list.ts';
import { allColumns } from './user-columns.tsx';
import { usualColumns } from './user-grammar.ts';
import { userCount } from './user-words.ts';

interface UserListActionsProps {
  steps: ListSteps<UserSort>;
  /** Null while it is not known. */
  total: number | null;
  onAdd: () => void;
}

/** Beside the title: the columns, the file of what is shown, and Add New User. */
export function UserListActions({ steps, total, onAdd }: UserListActionsProps) {
  const mayExport = useMay('add and change users');
  const onPhone = useOnPhone();
  return (
    <>
      {!onPhone && (
        <ColumnChooser
          columns={allColumns}
          shown={steps.address.columns ?? usualColumns}
          onChange={steps.showColumns}
        />
      )}
      {mayExport && (
        <ExportMenu
          what={total === null ? 'the users' : userCount(total)}
          fetchFile={(format) => fetchUsers({ ...filtersOf(steps), format })}
        />
      )}
      <Button
        variant="primary"
        icon={<IconPlus size={16} stroke={2.2} aria-hidden />}
        onClick={onAdd}
      >
        Add New User
      </Button>
    </>
  );
}
