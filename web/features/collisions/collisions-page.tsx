import { collisionSorts, type CollisionSort } from '#contract/collisions.ts';
import { useListAddress, type ListSteps } from '#web/lists/address.ts';
import { useListScroll } from '#web/lists/scroll.ts';
import { useSearchBox } from '#web/lists/use-search-box.ts';
import { ListScreen } from '#web/ui/table/list-screen.tsx';
import { CollisionCard } from './collision-card.tsx';
import { collisionColumns } from './collision-columns.tsx';
import { useCollisionFilters } from './collision-filters.tsx';
import { collisionGrammar } from './collision-grammar.ts';
import { CollisionListActions } from './collision-list-actions.tsx';
import { CollisionListEmpty } from './collision-list-empty.tsx';
import { collisionCount } from './collision-words.ts';
import { CollisionDetail } from './detail/collision-detail.tsx';
import { useCollisionList } from './use-collision-list.ts';

/** The recorded collisions: the shared list screen, with the record that is open over it. */
export default function CollisionsPage() {
  const steps = useListAddress(collisionGrammar);
  const list = useCollisionList(steps);
  const box = useSearchBox(steps);
  const filters = useCollisionFilters(steps);
  useListScroll(list.loaded && !list.loading);
  const { address } = steps;
  const { failure, news } = list;
  const refused = failure?.status === 403 ? failure : null;
  const clear = () => {
    box.forget();
    steps.clear();
  };

  return (
    <>
      <ListScreen
        title="Accidents"
        actions={<CollisionListActions steps={steps} total={list.loaded ? list.total : null} />}
        search={{
          text: box.text,
          onType: box.type,
          placeholder: 'Search driver name, plate, location, reference',
        }}
        count={collisionCount(list.total)}
        filters={{ filters, onClear: clear }}
        sort={sortChoice(steps)}
        columns={collisionColumns(steps)}
        rows={refused ? [] : list.rows}
        rowKey={(collision) => collision._id}
        renderCard={(collision) => (
          <CollisionCard collision={collision} onOpen={() => steps.open(collision._id)} />
        )}
        onOpen={(collision) => steps.open(collision._id)}
        loaded={list.loaded}
        loading={list.loading}
        failure={refused ? null : (failure?.message ?? null)}
        onReload={list.reload}
        news={{
          ...news,
          nouns: ['collision', 'collisions'],
          onShow: () => {
            if (address.page > 1) steps.turnTo(1);
            else list.reload();
          },
        }}
        empty={
          <CollisionListEmpty
            search={address.search}
            filters={address.filters}
            refused={refused}
            onClear={clear}
          />
        }
        question={list.question}
        pager={{
          page: Math.min(address.page, list.pages),
          pages: list.pages,
          onPage: steps.turnTo,
          limit: address.limit,
          onLimit: steps.resize,
        }}
      />
      <CollisionDetail id={address.open} onClose={steps.close} />
    </>
  );
}

const sortWords: Record<CollisionSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
};

function sortChoice({ address, sortBy }: ListSteps<CollisionSort>) {
  return {
    value: address.sort,
    options: collisionSorts.map((value) => ({ value, label: sortWords[value] })),
    onChange: (value: string) => {
      const sort = collisionSorts.find((known) => known === value);
      if (sort) sortBy(sort);
    },
  };
}
