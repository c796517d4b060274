import { useListAddress } from '#web/lib/list-address.ts';
import { useSearchBox } from '#web/lib/use-search-box.ts';
import { Card } from '#web/ui/card.tsx';
import { DataList } from '#web/ui/data-list.tsx';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { NewRows } from '#web/ui/new-rows.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Strip } from '#web/ui/strip.tsx';
import { CollisionCard } from './collision-card.tsx';
import { collisionColumns } from './collision-columns.tsx';
import { CollisionListEmpty } from './collision-list-empty.tsx';
import { collisionCount } from './collision-words.ts';
import { CollisionDetail } from './detail/collision-detail.tsx';
import { useCollisionList } from './use-collision-list.ts';

/** The recorded collisions: the shared list screen, with the record that is open over it. */
export default function CollisionsPage() {
  const steps = useListAddress();
  const list = useCollisionList(steps);
  const box = useSearchBox(steps);
  const { search, page, limit, open } = steps.address;
  const { failure, reload } = list;

  return (
    <>
      <PageHead title="Accidents" />
      <Card label="Accidents list" bareOnPhone>
        <ListToolbar
          search={box.text}
          onSearch={box.type}
          searchLabel="Search Accidents"
          placeholder="Search driver name, plate, location, reference"
          count={list.loaded && <b>{collisionCount(list.total)}</b>}
        />
        {failure && list.rows.length > 0 && (
          <Strip kind="bad" action={{ label: 'Try again', onChoose: reload }} flush>
            <b>{failure.message}</b> The rows below are from before.
          </Strip>
        )}
        <NewRows arrived={list.arrived} nouns={['collision', 'collisions']} onShow={reload} />
        <DataList
          label="Accidents"
          columns={collisionColumns((collision) => steps.open(collision._id))}
          rows={list.rows}
          rowKey={(collision) => collision._id}
          renderCard={(collision) => (
            <CollisionCard collision={collision} onOpen={() => steps.open(collision._id)} />
          )}
          onOpen={(collision) => steps.open(collision._id)}
          loading={list.loading}
          stale={list.loading}
          empty={
            <CollisionListEmpty
              failure={failure}
              search={search}
              onClear={box.clear}
              onRetry={reload}
            />
          }
          skeletons={limit}
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
      <CollisionDetail id={open} onClose={steps.close} />
    </>
  );
}
