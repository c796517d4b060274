import { type ReactNode, useState } from 'react';
import { IconAdjustmentsHorizontal, IconSearch } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { Pager, type PagerProps } from '../controls/pager.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { Banner } from '../feedback/banner.tsx';
import { asTyped } from '../fields/as-typed.ts';
import { FilterBar, type FilterBarProps, useOnPhone } from '../filters/filter-bar.tsx';
import { FilterSheet, type FilterSheetProps } from '../filters/filter-sheet.tsx';
import type { SortSelectProps } from '../filters/sort-select.tsx';
import { Card } from '../shell/card.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { classNames } from '../theme/class-names.ts';
import { type Column, DataList, type DataListProps } from './data-list.tsx';
import { ListFailure } from './list-failure.tsx';
import css from './list.module.css';
import { NewRows, type NewRowsProps } from './new-rows.tsx';

export interface ListScreenProps<Row> extends Pick<
  DataListProps<Row>,
  | 'rows'
  | 'rowKey'
  | 'renderCard'
  | 'onOpen'
  | 'onChoose'
  | 'linkKeys'
  | 'tick'
  | 'density'
  | 'question'
> {
  title: string;
  /** One line under the title. */
  detail?: ReactNode;
  /** Small buttons beside the title. */
  actions?: ReactNode;
  /** Under the title. */
  notice?: ReactNode;
  /** Beside the list on wide screens, above it on others. */
  aside?: ReactNode;
  /** Above the filters, in the list's card: they show how many rows each of them has. */
  tabs?: ReactNode;
  search?: { text: string; onType: (text: string) => void; placeholder: string } | undefined;
  /** The number of rows, in words. */
  count: string;
  /** The sum of the rows, after the count. */
  sum?: string | undefined;
  filters?: FilterBarProps | undefined;
  sort?: SortSelectProps | undefined;
  columns: readonly Column<Row>[];
  /** True once the list was loaded. */
  loaded: boolean;
  loading: boolean;
  /** The reason why the list could not be loaded; null otherwise. */
  failure: string | null;
  onReload: () => void;
  news?: NewRowsProps | undefined;
  /** In place of the rows when there are none. */
  empty: ReactNode;
  /** In place of all that is said about rows that are missing. */
  instead?: ReactNode;
  /** Left out where all rows are shown at once. */
  pager?: PagerProps | undefined;
}

const noFilters: FilterBarProps = { filters: [], onClear: () => undefined };

/** The screen of a list: title, search, filters, count, rows and pager. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, aside, search, count, sum, filters, loaded, loading, failure, onReload, instead } =
    props;
  const onPhone = useOnPhone();
  const fold = useFold(filters?.filters ?? noFilters.filters);
  return (
    <>
      <PageHead title={title} detail={props.detail} actions={props.actions} />
      {props.notice != null && <div className={css['notice']}>{props.notice}</div>}
      <div className={classNames(css['layout'], aside != null && css['withAside'])}>
        <Card label={`${title} list`} bareOnPhone className={css['list']}>
          {props.tabs}
          {search ? (
            <ListToolbar
              search={search.text}
              onSearch={search.onType}
              searchLabel={`Search ${title}`}
              placeholder={search.placeholder}
              count={loaded && <b>{count}</b>}
              sum={loaded ? sum : undefined}
              beside={
                onPhone && (filters ?? props.sort) ? (
                  <FilterSheet
                    {...(filters ?? noFilters)}
                    sort={props.sort}
                    done={loaded ? `Show ${count}` : 'Show'}
                  />
                ) : (
                  fold.button
                )
              }
            >
              {filters && <FilterBar {...filters} folded={fold.folded} />}
            </ListToolbar>
          ) : (
            <FilterLine
              {...(filters ?? noFilters)}
              sort={props.sort}
              count={loaded ? count : null}
              sum={loaded ? sum : undefined}
              showsCount={props.tabs == null}
            />
          )}
          {failure !== null && props.rows.length > 0 && (
            <Banner kind="bad" action={{ label: 'Try again', onChoose: onReload }} flush>
              <b>{failure}</b> The rows below may be out of date.
            </Banner>
          )}
          {props.news && <NewRows {...props.news} />}
          <DataList
            label={title}
            columns={props.columns}
            rows={props.rows}
            rowKey={props.rowKey}
            renderCard={props.renderCard}
            onOpen={props.onOpen}
            onChoose={props.onChoose}
            linkKeys={props.linkKeys}
            tick={props.tick}
            loading={loading && instead === undefined}
            stale={loading && instead === undefined}
            empty={
              instead ??
              (failure === null ? (
                props.empty
              ) : (
                <ListFailure message={failure} onRetry={onReload} />
              ))
            }
            skeletons={props.pager?.limit}
            density={props.density}
            question={props.question}
          />
          {loaded && props.pager && <Pager {...props.pager} />}
        </Card>
        {aside}
      </div>
    </>
  );
}

/** A list folds more filters than these. */
const maxUnfolded = 2;

/** Folds many filters behind a button, which stands beside the search. On a phone the sheet has them. */
function useFold(filters: FilterBarProps['filters']) {
  const onPhone = useOnPhone();
  const [opened, setOpened] = useState(false);
  const folds = !onPhone && filters.length > maxUnfolded;
  return {
    folded: folds && !opened,
    button: folds && (
      <Button
        className="flex-none"
        icon={<IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden />}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        Filters
      </Button>
    ),
  };
}

interface FilterLineProps extends FilterBarProps, Pick<FilterSheetProps, 'sort'> {
  /** The number of rows, in words; null until that is known. */
  count: string | null;
  /** The sum of the rows, after the count. */
  sum?: string | undefined;
  /** False where tabs above already show how many there are: the count is only announced. */
  showsCount: boolean;
}

/** The line over a list that has no search box: its filters and its count. */
function FilterLine(props: FilterLineProps) {
  const { filters, onClear, sort, count, sum, showsCount } = props;
  const onPhone = useOnPhone();
  const { button, folded } = useFold(filters);
  const done = count === null ? 'Show' : `Show ${count}`;
  return (
    <>
      {filters.length > 0 && (
        <div className={classNames('row wrap', css['line'])}>
          {button}
          <FilterBar filters={filters} onClear={onClear} folded={folded} />
          {onPhone && <FilterSheet filters={filters} onClear={onClear} sort={sort} done={done} />}
          {showsCount && (
            <span className={css['lineEnd']}>
              <b role="status">{count}</b>
              {sum !== undefined && `, ${sum}`}
            </span>
          )}
        </div>
      )}
      {!showsCount && <VisuallyHidden role="status">{count}</VisuallyHidden>}
    </>
  );
}

interface ListToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  /** The name of the search field. */
  searchLabel?: string | undefined;
  placeholder?: string | undefined;
  /** The number of rows; announced politely. */
  count?: ReactNode;
  /** The sum of the rows, after the count. */
  sum?: string | undefined;
  /** A button beside the search. */
  beside?: ReactNode;
  /** A second line, such as filters. */
  children?: ReactNode;
}

/** The line over a list: search and count. */
function ListToolbar(props: ListToolbarProps) {
  const { search, onSearch, searchLabel = 'Search', placeholder = 'Search' } = props;
  const { count, sum, beside, children } = props;
  return (
    <div className={classNames('row wrap', css['bar'])}>
      <label className={classNames('input-box gap-4 quiet', css['search'])}>
        <IconSearch size={18} aria-hidden />
        <input
          {...asTyped}
          type="search"
          aria-label={searchLabel}
          placeholder={placeholder}
          value={search}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      </label>
      {beside}
      {count != null && (
        <span className={classNames('quiet', css['count'])}>
          <span role="status">{count}</span>
          {sum !== undefined && `, ${sum}`}
        </span>
      )}
      {children != null && (
        <div className={classNames('row wrap shrink gap-3', css['more'])}>{children}</div>
      )}
    </div>
  );
}
