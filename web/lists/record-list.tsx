import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BookingMoment } from '#contract/booking-filters.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import type { Permission } from '#contract/roles.ts';
import type { ViewScreen } from '#contract/views.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { count } from '#web/format/money.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { NotOpen } from '#web/ui/feedback/not-open.tsx';
import { useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListScreen } from '#web/ui/table/list-screen.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { countFilters, sentFilters, type KnownFilters, type ListFilters } from './filters.ts';
import { useListAddress, type ListGrammar, type ListSteps } from './list-address.ts';
import type { FilterSteps } from './place-and-day-filters.tsx';
import { useListScroll } from './scroll.ts';
import { sortedBy } from './sort.ts';
import { useList, type ListSource, type ShownList } from './use-list.ts';
import { useSearchBox } from './use-search-box.ts';
import { ViewsMenu } from './views/views-menu.tsx';

/** A column; where it sorts, by the first of the two orders, and pressed again by the other. */
export type SortingColumn<Row, Sort extends string> = Column<Row> & {
  sorts?: readonly [Sort, Sort];
};

/** What a list asks for, besides its page: what is not given is not sent. */
export interface Sought<Sort extends string> extends Omit<ListFilters, 'period'> {
  search: string | undefined;
  sort: Sort | undefined;
}

export interface Paged {
  page: number;
  limit: number;
}

interface Kept {
  _id: string;
}

/** Where the rows come from: the area of the store, the call that fills it, and what they come to. */
type Rows<Row extends Kept, Query> = Omit<ListSource<Row, Query & Paged>, 'query'> & {
  /** In words, after their count. */
  sum?: string;
};

/** Everything that makes one list of records differ from another. */
export interface RecordListOf<Row extends Kept, Query extends object, Sort extends string> {
  title: string;
  nouns: readonly [one: string, many: string];
  /** What the search box says it searches. */
  searched: string;
  narrowing: KnownFilters['narrowing'];
  moments?: readonly BookingMoment[];
  /** In words; the first is how the list is sorted when nothing else is said. */
  sorts: Readonly<Record<Sort, string>>;
  /** Every column, and the keys of those that are shown when nothing else is said. */
  columns: readonly SortingColumn<Row, Sort>[];
  usualColumns: readonly string[];
  density?: 'compact';
  renderCard: (row: Row, onOpen: () => void) => ReactNode;
  /** What a row is called by, spoken. */
  nameOf: (row: Row) => string;
  asks: (sought: Sought<Sort>) => Query;
  useRows: (query: Query & Paged) => Rows<Row, Query>;
  useFilters?: (steps: FilterSteps, known: KnownFilters) => Filter[];
  /** Who may take all of it as a file, and the call that fetches it. */
  mayExport: Permission;
  fetchFile: (query: Query & { format: ExportFormat }) => Promise<File>;
  /** Whose kept views stand beside it. */
  screen?: ViewScreen;
  /** What is said while there is nothing at all. */
  empty: { heading: string; icon: ReactNode; words: string };
}

export interface RecordListProps<Row extends Kept, Query extends object, Sort extends string> {
  of: RecordListOf<Row, Query, Sort>;
  /** More buttons beside the title. */
  actions?: ReactNode;
  /** Offered while there is nothing at all. */
  emptyAction?: ReactNode;
  /** Stands beside the list on wide screens, above it otherwise. */
  aside?: ReactNode;
  /** The record that is open over the list. */
  children: (steps: ListSteps<Sort>, list: ShownList<Row>) => ReactNode;
}

const noFilters = (): Filter[] => [];

/** A list of records as its address says, and the record that is open over it. */
export function RecordList<Row extends Kept, Query extends object, Sort extends string>(
  props: RecordListProps<Row, Query, Sort>,
) {
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
  const box = useSearchBox(steps);
  useListScroll(list.loaded && !list.loading);
  const { failure, news, total } = list;
  const refused = failure?.status === 403 ? failure : null;
  const counted = `${count(total)} ${of.nouns[total === 1 ? 0 : 1]}`;
  const clear = () => {
    box.forget();
    steps.clear();
  };

  function emptyWords(): ReactNode {
    const { heading, icon, words } = of.empty;
    if (refused) return <NotOpen>{refused.message}</NotOpen>;
    const narrowed = countFilters(set);
    if (search !== '' || narrowed > 0)
      return <NoMatch heading={heading} search={search} filters={narrowed} onClear={clear} />;
    return (
      <EmptyState icon={icon} heading={heading} action={props.emptyAction}>
        {words}
      </EmptyState>
    );
  }

  return (
    <>
      <ListScreen
        title={of.title}
        actions={
          <>
            <ListActions
              of={of}
              steps={steps}
              what={list.loaded ? counted : `the ${of.nouns[1]}`}
              fetchFile={(format) => of.fetchFile({ ...asked, format })}
            />
            {props.actions}
          </>
        }
        aside={props.aside}
        search={{ text: box.text, onType: box.type, placeholder: `Search ${of.searched}` }}
        count={counted}
        sum={total > 0 ? sum : undefined}
        filters={of.useFilters && { filters, onClear: clear }}
        sort={{
          value: sort,
          options: sortsOf(of).map((value) => ({ value, label: of.sorts[value] })),
          onChange: (value) => steps.sortBy(sortsOf(of).find((known) => known === value) ?? sort),
        }}
        columns={columnsOf(of, steps)}
        rows={refused ? [] : list.rows}
        rowKey={({ _id }) => _id}
        renderCard={(row) => of.renderCard(row, () => steps.open(row._id))}
        onOpen={({ _id }) => steps.open(_id)}
        loaded={list.loaded}
        loading={list.loading}
        failure={refused ? null : (failure?.message ?? null)}
        onReload={list.reload}
        news={{
          ...news,
          nouns: of.nouns,
          onShow: () => {
            if (page > 1 && news.arrived > 0) steps.turnTo(1);
            else list.reload();
          },
        }}
        empty={emptyWords()}
        density={of.density}
        question={list.question}
        pager={{
          page: Math.min(page, list.pages),
          pages: list.pages,
          onPage: steps.turnTo,
          limit,
          onLimit: steps.resize,
        }}
      />
      {props.children(steps, list)}
    </>
  );
}

type Declared<Row extends Kept, Sort extends string> = Pick<
  RecordListOf<Row, never, Sort>,
  'columns' | 'usualColumns' | 'sorts' | 'narrowing' | 'moments' | 'nameOf'
>;

const sortsOf = <Sort extends string>({ sorts }: { sorts: Readonly<Record<Sort, string>> }) =>
  Object.keys(sorts) as [Sort, ...Sort[]];

/** What the address of a list may say. */
function grammarOf<Row extends Kept, Sort extends string>(
  of: Declared<Row, Sort>,
): ListGrammar<Sort> {
  const { narrowing, moments = [], columns, usualColumns } = of;
  const keys = columns.map(({ key }) => key);
  return { narrowing, moments, sorts: sortsOf(of), columns: keys, usualColumns };
}

/** The columns that the address names, and Open after them. */
function columnsOf<Row extends Kept, Sort extends string>(
  { columns, usualColumns, nameOf }: Declared<Row, Sort>,
  steps: ListSteps<Sort>,
): Column<Row>[] {
  const shown = (steps.address.columns ?? usualColumns).flatMap(
    (key) => columns.find((column) => column.key === key) ?? [],
  );
  return [
    ...shown.map((column) =>
      column.sorts ? { ...column, ...sortedBy(steps, column.sorts) } : column,
    ),
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (row) => (
        <Button size="sm" onClick={() => steps.open(row._id)}>
          Open
          <VisuallyHidden> {nameOf(row)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

interface ListActionsProps<Row extends Kept, Sort extends string> {
  of: Pick<RecordListOf<Row, never, Sort>, 'screen' | 'columns' | 'usualColumns' | 'mayExport'>;
  steps: ListSteps<Sort>;
  /** What the file holds. */
  what: string;
  fetchFile: (format: ExportFormat) => Promise<File>;
}

/** Beside the title: kept views, the columns, and the file of what is shown. */
function ListActions<Row extends Kept, Sort extends string>(props: ListActionsProps<Row, Sort>) {
  const { of, steps, what, fetchFile } = props;
  const mayExport = useMay(of.mayExport);
  const keepsViews = useMay('keep views');
  const onPhone = useOnPhone();
  return (
    <>
      {keepsViews && of.screen && (
        <ViewsMenu key={of.screen} screen={of.screen} view={steps.view} show={steps.show} />
      )}
      {!onPhone && (
        <ColumnChooser
          columns={of.columns}
          shown={steps.address.columns ?? of.usualColumns}
          onChange={steps.showColumns}
        />
      )}
      {mayExport && <ExportMenu what={what} fetchFile={fetchFile} />}
    </>
  );
}
