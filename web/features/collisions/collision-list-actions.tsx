import type { CollisionSort } from '#contract/collisions.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { useListViews } from '#web/lists/views.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { allColumns } from './collision-columns.tsx';
import { usualColumns } from './collision-grammar.ts';
import { collisionCount } from './collision-words.ts';
import { fetchCollisions } from './slice.ts';
import { filtersOf } from './use-collision-list.ts';

interface CollisionListActionsProps {
  steps: ListSteps<CollisionSort>;
  /** Null while it is not known. */
  total: number | null;
}

/** Beside the title: kept views, the columns, and the file of what is shown. */
export function CollisionListActions({ steps, total }: CollisionListActionsProps) {
  const renderViews = useListViews();
  const mayExport = useMay('export lists');
  const keepsViews = useMay('keep views');
  const onPhone = useOnPhone();
  return (
    <>
      {keepsViews && renderViews({ screen: 'collisions', view: steps.view, show: steps.show })}
      {!onPhone && (
        <ColumnChooser
          columns={allColumns}
          shown={steps.address.columns ?? usualColumns}
          onChange={steps.showColumns}
        />
      )}
      {mayExport && (
        <ExportMenu
          what={total === null ? 'the collisions' : collisionCount(total)}
          fetchFile={(format) => fetchCollisions({ ...filtersOf(steps), format })}
        />
      )}
    </>
  );
}
