import { type ReactNode, useCallback, useMemo } from 'react';
import type { ExportFormat } from '#contract/list-filters.ts';
import type { Permission } from '#contract/roles.ts';
import type { ViewScreen } from '#contract/views.ts';
import { offline } from '#web/api/call-failure.ts';
import { useConnection } from '#web/api/connection.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { sentenceOf } from '#web/api/tried-again.ts';
import { useLatest } from '#web/device/use-latest.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { AddressedList } from './addressed-list.tsx';
import { useChosen } from './chosen/use-chosen.ts';
import { type Identified, idOf } from './identified.ts';
import {
  type KnownFilters,
  type ListFilters,
  type ListGrammar,
  type ListSteps,
  type Narrowing,
  type NoNarrowing,
  sentFilters,
  useListAddress,
} from './list-address.ts';
import { columnsOf, openColumn, type SortingColumn } from './list-columns.tsx';
import type { FilterSteps } from './place-and-day-filters.tsx';
import { PlaceInListContext, usePlaceInList } from './place-in-list.ts';
import { type ListSource, type ShownList, useList } from './use-list.ts';
import { ViewsMenu } from './views/views-menu.tsx';

/** A list's request besides its page; undefined parts are not sent. */
export type ListRequest<Sort extends string, N extends Narrowing> = Omit<
  ListFilters<N>,
  'period'
> & {
  search: string | undefined;
  sort: Sort | undefined;
};

export interface Paged {
  page: number;
  limit: number;
}

/** The source of the rows, and of their sum. */
type Rows<Row extends Identified, Query> = Omit<ListSource<Row, Query & Paged>, 'query'> & {
  /** In words, shown after the count. */
  sum?: string | undefined;
};

/** The declaration of one list of records. */
export interface RecordListOf<
  Row extends Identified,
  Query extends object,
  Sort extends string,
  N extends Narrowing = NoNarrowing,
> extends KnownFilters<N> {
  title: string;
  nouns: readonly [one: string, many: string];
  /** The placeholder of the search box; a list without it has no search box. */
  searched?: string;
  /** In words; the first is how the list is sorted when nothing else is said. One alone is not shown. */
  sorts: Readonly<Record<Sort, string>>;
  columns: readonly SortingColumn<Row, Sort>[];
  /** Keys of the columns shown when nothing else is said; without them all are, and none is chosen. */
  usualColumns?: readonly string[];
  density?: 'compact';
  renderCard: (row: Row, onOpen: () => void) => ReactNode;
  /** The name of a row, for those who only hear it. */
  nameOf: (row: Row) => string;
  /** The query of the call that answers a request. */
  asks: (request: ListRequest<Sort, N>) => Query;
  useRows: (query: Query & Paged) => Rows<Row, Query>;
  useFilters?: (steps: FilterSteps<N>, known: KnownFilters<N>) => Filter[];
  /** The permission to take the whole list as a file, and the call that fetches it. */
  mayExport?: Permission;
  fetchFile?: (query: Query & { format: ExportFormat }) => Promise<File>;
  /** The same for chosen rows, by their ids; a list without it has none to choose. */
  fetchChosen?: (query: { ids: string; format: ExportFormat }) => Promise<File>;
  /** What is done with chosen rows besides. */
  chosenActions?: (ids: readonly string[]) => ReactNode;
  /** The screen whose kept views are offered. */
  screen?: ViewScreen;
  /** Shown while there is nothing at all. */
  empty: { heading: string; icon: ReactNode; words: string };
}

export interface RecordListProps<
  Row extends Identified,
  Query extends object,
  Sort extends string,
  N extends Narrowing = NoNarrowing,
> {
  of: RecordListOf<Row, Query, Sort, N>;
  /** One line under the title. */
  detail?: ReactNode;
  /** More buttons beside the title. */
  actions?: ReactNode;
  /** Offered while there is nothing at all. */
  emptyAction?: ReactNode;
  /** Says, while there are no rows, where there are some. */
  elsewhere?: ReactNode;
  /** Stands beside the list on wide screens, above it otherwise. */
  aside?: ReactNode;
  /** Stand above the filters and show how many rows each of them has. */
  tabs?: ReactNode;
  /** What the device itself has, in place of rows that can't be read without a network. */
  instead?: ((search: string) => ReactNode) | undefined;
  /** Draws the record that is open over the list. */
  children: (steps: ListSteps<Sort, N>, list: ShownList<Row>) => ReactNode;
}

const noFilters = (): Filter[] => [];

const chosenRows = lazyPart(() => import('./chosen/chosen-rows.tsx'));

/** A list of records that the server narrows, sorts and pages, and the record that is open over it. */
export function RecordList<
  Row extends Identified,
  Query extends object,
  Sort extends string,
  N extends Narrowing,
>(props: RecordListProps<Row, Query, Sort, N>) {
  const { of } = props;
  const { useRows, useFilters = noFilters } = of;
  const steps = useListAddress(grammarOf(of));
  const { search, page, limit, sort, filters: set } = steps.address;
  const asked = of.asks({
    ...sentFilters(set),
    search: search === '' ? undefined : search,
    sort: sort === sortsOf(of)[0] ? undefined : sort,
  });
  const query = { limit, page, ...asked };
  const { sum, ...source } = useRows(query);
  const list = useList(steps, { query, ...source });
  const filters = useFilters({ filters: set, filter: steps.filter }, of);
  const { failure, news, size, ...shown } = list;
  const { online } = useConnection();
  const isCutOff = list.rows.length === 0 && (!online || failure?.code === offline.code);
  const instead = isCutOff ? props.instead?.(search) : undefined;
  const refused = failure?.status === 403 ? failure.message : undefined;
  const sorts = sortsOf(of).map((value) => ({ value, label: of.sorts[value] }));
  const { fetchFile } = of;
  const open = useLatest(steps.open);
  const placeInList = usePlaceInList(steps, list);
  const actions = useMemo(() => openColumn(of, open), [of, open]);
  const { chosen, choose, setChosen } = useChosen();
  const there = chosenRows.use(chosen !== null);
  const mayExport = useMay(of.mayExport ?? 'export lists');
  const renderCard = useCallback(
    (row: Row) => of.renderCard(row, () => open(idOf(row))),
    [of, open],
  );

  return (
    <>
      <AddressedList
        title={of.title}
        detail={props.detail}
        actions={
          <>
            <ViewsAndColumns of={of} steps={steps} />
            {of.fetchChosen && (chosen !== null || !list.loaded || list.rows.length > 0) && (
              <Button
                iconOnPhone
                icon={<IconCircleCheck size={17} aria-hidden />}
                aria-pressed={chosen !== null}
                onClick={() => setChosen(chosen === null ? [] : null)}
              >
                <span>Select</span>
              </Button>
            )}
            {mayExport && of.mayExport && fetchFile && (
              <ExportMenu
                what={
                  list.loaded && !size.more ? plural(size.total, ...of.nouns) : `the ${of.nouns[1]}`
                }
                fetchFile={(format) => fetchFile({ ...asked, format })}
              />
            )}
            {props.actions}
          </>
        }
        aside={props.aside}
        tabs={props.tabs}
        steps={steps}
        list={{
          ...shown,
          size,
          rows: refused === undefined ? list.rows : [],
          failure: refused === undefined ? failure && sentenceOf(failure) : null,
          refused,
        }}
        nouns={of.nouns}
        searched={of.searched}
        sum={size.total > 0 ? sum : undefined}
        filters={of.useFilters && !instead ? filters : undefined}
        sort={
          sorts.length > 1 && !instead
            ? {
                value: sort,
                options: sorts,
                onChange: (value) =>
                  steps.sortBy(sortsOf(of).find((known) => known === value) ?? sort),
              }
            : undefined
        }
        columns={columnsOf(of, steps, actions)}
        rowKey={idOf}
        renderCard={renderCard}
        onOpen={(row) => steps.open(idOf(row))}
        onChoose={of.fetchChosen && ((row) => choose(idOf(row)))}
        tick={
          there && chosen
            ? (row) => (
                <there.Tick
                  name={of.nameOf(row)}
                  checked={chosen.includes(idOf(row))}
                  onChange={() => choose(idOf(row))}
                />
              )
            : undefined
        }
        news={{
          ...news,
          nouns: of.nouns,
          onShow: () => {
            if (page > 1 && news.arrived > 0) steps.turnTo(1);
            else list.reload();
          },
        }}
        instead={instead}
        empty={{ ...of.empty, action: props.emptyAction, elsewhere: props.elsewhere }}
        density={of.density}
      />
      {there && chosen && (
        <there.ChosenBar
          chosen={chosen}
          shown={list.rows.map(idOf)}
          nouns={of.nouns}
          fetchFile={mayExport ? of.fetchChosen : undefined}
          onChoose={setChosen}
          onClear={() => setChosen(null)}
        >
          {of.chosenActions?.(chosen)}
        </there.ChosenBar>
      )}
      <PlaceInListContext value={placeInList}>{props.children(steps, list)}</PlaceInListContext>
    </>
  );
}

type Declared<Row extends Identified, Sort extends string, N extends Narrowing> = Pick<
  RecordListOf<Row, never, Sort, N>,
  'columns' | 'usualColumns' | 'sorts' | 'narrowing' | 'moments'
>;

const sortsOf = <Sort extends string>({ sorts }: { sorts: Readonly<Record<Sort, string>> }) =>
  Object.keys(sorts) as [Sort, ...Sort[]];

/** The grammar of the list's address. */
function grammarOf<Row extends Identified, Sort extends string, N extends Narrowing>(
  of: Declared<Row, Sort, N>,
): ListGrammar<Sort, N> {
  const { narrowing, moments, columns, usualColumns } = of;
  const keys = usualColumns ? columns.map(({ key }) => key) : [];
  return {
    narrowing,
    moments,
    sorts: sortsOf(of),
    columns: keys,
    usualColumns: usualColumns ?? [],
  };
}

interface ViewsAndColumnsProps<Row extends Identified, Sort extends string> {
  of: Pick<RecordListOf<Row, never, Sort>, 'screen' | 'columns' | 'usualColumns'>;
  steps: Pick<ListSteps<Sort>, 'address' | 'view' | 'show' | 'showColumns'>;
}

function ViewsAndColumns<Row extends Identified, Sort extends string>({
  of: { screen, columns, usualColumns },
  steps,
}: ViewsAndColumnsProps<Row, Sort>) {
  const keepsViews = useMay('keep views');
  const onPhone = useOnPhone();
  const list = keepsViews && screen ? { screen, view: steps.view, show: steps.show } : undefined;
  const chooser =
    onPhone || !usualColumns
      ? undefined
      : {
          columns,
          shown: steps.address.columns ?? usualColumns,
          onChange: steps.showColumns,
        };
  if (!list && !chooser) return null;
  return <ViewsMenu key={screen} label="View" list={list} columns={chooser} />;
}
