import type { ReactNode } from 'react';
import { Pager, type PagerProps } from '../controls/pager.tsx';
import { Banner } from '../feedback/banner.tsx';
import { FilterBar, type FilterBarProps, useOnPhone } from '../filters/filter-bar.tsx';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import type { SortSelectProps } from '../filters/sort-select.tsx';
import { Card } from '../shell/card.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { classNames } from '../theme/class-names.ts';
import { type Column, DataList, type DataListProps } from './data-list.tsx';
import { FilterLine } from './filter-line.tsx';
import { ListFailure } from './list-failure.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import css from './list.module.css';
import { NewRows, type NewRowsProps } from './new-rows.tsx';

export interface ListScreenProps<Row> extends Pick<
  DataListProps<Row>,
  'rows' | 'rowKey' | 'renderCard' | 'onOpen' | 'onChoose' | 'tick' | 'density' | 'question'
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
                onPhone &&
                (filters ?? props.sort) && (
                  <FilterSheet
                    {...(filters ?? noFilters)}
                    sort={props.sort}
                    done={loaded ? `Show ${count}` : 'Show'}
                  />
                )
              }
            >
              {filters && <FilterBar {...filters} />}
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
              <b>{failure}</b> The rows below are from before.
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
