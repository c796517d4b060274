import {
  type Collision,
  collisionNarrowing,
  type CollisionSort,
  listCollisions as listEndpoint,
} from '#contract/collisions.ts';
import { nounsOf } from '#contract/records.ts';
import { call } from '#web/api/call.ts';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import type { Heard } from '#web/lists/news.ts';
import {
  daysFilter,
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { type LiveNews, useLiveNews } from '#web/live/events.ts';
import { LazyWaitingRows } from '#web/records/lazy-waiting-rows.tsx';
import { NewRecordButton } from '#web/records/new-record-button.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { IconCarCrash } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { CollisionCard, collisionColumns, usualColumns } from './collision-columns.tsx';
import { collisionName } from './collision-words.ts';
import type { CollisionDetailProps } from './detail/collision-detail.tsx';
import {
  type CollisionFilters,
  type CollisionQuery,
  fetchCollisions,
  hearCollision,
  listCollisions,
  useCollisions,
} from './slice.ts';

const detail = lazyPart(() => import('./detail/collision-detail.tsx'));

const recordedCollisions: RecordListOf<
  Collision,
  CollisionFilters,
  CollisionSort,
  typeof collisionNarrowing
> = {
  title: 'Accidents',
  screen: 'collisions',
  nouns: nounsOf('collision'),
  searched: 'driver name, plate, phone, location, reference',
  narrowing: collisionNarrowing,
  sorts: { '-createdAt': 'Newest first', createdAt: 'Oldest first' },
  columns: collisionColumns,
  usualColumns,
  renderCard: (collision, onOpen) => <CollisionCard collision={collision} onOpen={onOpen} />,
  nameOf: collisionName,
  asks: ({ search, ...filters }) => ({ _searchfirstName: search, ...filters }),
  useRows: useCollisionRows,
  useFilters: useCollisionFilters,
  mayExport: 'export lists',
  fetchFile: fetchCollisions,
  fetchChosen: fetchCollisions,
  empty: {
    heading: 'No items Found',
    icon: <IconCarCrash size={30} stroke={1.5} />,
    words: 'There are no recorded collisions yet.',
  },
};

const pairs = { open: 'Not decided', linked: 'Same as another collision' };

function useCollisionFilters(steps: FilterSteps<typeof collisionNarrowing>) {
  const { near, doubles } = steps.filters;
  const [lat, lng, metres] = near?.split(',') ?? [];
  const value = near === undefined ? null : `${metres} m around ${lat}, ${lng}`;
  return shownFilters([
    daysFilter(steps),
    ...usePlaceFilters(steps),
    {
      key: 'doubles',
      label: 'Possible duplicates',
      value: doubles ? pairs[doubles] : null,
      onRemove: () => steps.filter({ doubles: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Possible duplicates"
          choices={[
            { value: 'open', label: pairs.open },
            { value: 'linked', label: pairs.linked },
          ]}
          value={doubles}
          onChoose={(chosen) => {
            steps.filter({ doubles: chosen === 'linked' ? 'linked' : 'open' });
            done();
          }}
        />
      ),
    },
    {
      key: 'near',
      label: 'Within',
      value,
      offered: false,
      onRemove: () => steps.filter({ near: undefined }),
      render: () => <p>{value}</p>,
    },
  ]);
}

function useCollisionRows(query: CollisionQuery) {
  const dispatch = useDispatch();
  const {
    all,
    one,
    loadedQuery,
    paginate,
    new: newest,
  } = useCollisions(({ collision }) => collision);
  useLiveNews((news) => {
    if (news.type === 'collision') hearCollision(dispatch, news.collision, one);
  });
  return {
    ask: (asked: CollisionQuery, signal: AbortSignal) => listCollisions(dispatch, asked, signal),
    rows: all,
    answered: loadedQuery,
    paginate,
    newest: newest?._id,
    news: {
      hear: heardOf,
      findAmong: async (ids: readonly string[]) => {
        const among = { ...query, ids: ids.join(), page: 1, limit: ids.length };
        return (await call(listEndpoint, { query: among })).data;
      },
      onArrival: () => undefined,
    },
  };
}

/** A collision that counts itself again comes back into the lists. */
const mayBring = ['recorded', 'unlinked'];

const heardOf = (news: LiveNews): Heard | null =>
  news.type === 'collision'
    ? {
        id: news.collision._id,
        change: mayBring.includes(news.change) ? 'may bring' : 'may take',
      }
    : null;

/** The recorded collisions, with the one that is open over them. */
export default function CollisionsPage() {
  const mayRecord = useMay('record a collision');
  return (
    <>
      {mayRecord && <LazyWaitingRows kind="collision" />}
      <RecordList
        of={recordedCollisions}
        emptyAction={mayRecord ? <NewRecordButton kind="collision" /> : undefined}
      >
        {({ address, close }) => <LazyDetail id={address.open} onClose={close} />}
      </RecordList>
    </>
  );
}

/** The collision that is open; what shows it is fetched after the list behind it. */
function LazyDetail(props: CollisionDetailProps) {
  const there = detail.use(props.id !== '');
  return there && <there.CollisionDetail {...props} />;
}

CollisionsPage.help =
  'This list has all recorded collisions. Open one to see its vehicles, witnesses, pictures and video. The officer’s phone will send missing files when it has a network. If something is still missing, ask the officer who recorded the collision.';
