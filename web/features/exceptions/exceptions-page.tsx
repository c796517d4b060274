import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { placeFilters } from '#contract/list-filters.ts';
import { plainGrammar, useListAddress } from '#web/lists/list-address.ts';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useListScroll } from '#web/lists/scroll.ts';
import { count } from '#web/format/money.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { DataList } from '#web/ui/table/data-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { ExceptionDetail } from './detail/exception-detail.tsx';
import { ExceptionCard } from './exception-card.tsx';
import { exceptionColumns } from './exception-columns.tsx';
import {
  exceptionCount,
  exceptionStates,
  stateLabels,
  type ExceptionState,
} from './exception-words.ts';
import css from './exceptions.module.css';
import { useExceptions, useShownState } from './use-exceptions.ts';

const grammar = plainGrammar({ organisation: placeFilters.organisation });

const title = 'Payment Exceptions';

const nothing: Record<ExceptionState, string> = {
  open: 'Every bill and every payment is as it should be.',
  proposed: 'No settlement waits for a second person.',
  settled: 'No exception has been settled yet.',
};

/** Bills and money that a person must look at: settled by one, confirmed by another. */
export default function ExceptionsPage() {
  const steps = useListAddress(grammar);
  const { shown: state, searchOf } = useShownState();
  const list = useExceptions(steps, state);
  const places = usePlaceFilters({ filters: steps.address.filters, filter: steps.filter });
  const filters = shownFilters(places.filter(({ key }) => key === 'organisation'));
  const onPhone = useOnPhone();
  const roomy = useScreen('roomy');
  useListScroll(list.loaded);
  const { page, limit, open } = steps.address;
  const total = exceptionCount(list.total);
  const choice = { filters, onClear: steps.clear };

  return (
    <>
      <PageHead title={title} />
      <Card label={`${title} list`} bareOnPhone>
        <LinkTabs
          label="State"
          shown={state}
          searchOf={searchOf}
          className={css['tabs']}
          tabs={exceptionStates.map((key) => ({
            key,
            label: (
              <>
                {stateLabels[key]}
                {list.counts && <span className={css['count']}>{count(list.counts[key])}</span>}
              </>
            ),
          }))}
        />
        {filters.length > 0 && (
          <div className={css['bar']}>
            <FilterBar {...choice} />
            {onPhone && <FilterSheet {...choice} done={list.loaded ? `Show ${total}` : 'Show'} />}
          </div>
        )}
        <VisuallyHidden role="status">{list.loaded && total}</VisuallyHidden>
        <DataList
          label={title}
          columns={exceptionColumns(({ id }) => steps.open(id), roomy)}
          rows={list.rows}
          rowKey={({ id }) => id}
          renderCard={(exception) => (
            <ExceptionCard exception={exception} onOpen={() => steps.open(exception.id)} />
          )}
          onOpen={({ id }) => steps.open(id)}
          loading={list.loading}
          stale={list.loading}
          empty={
            list.failure === null ? (
              <EmptyState
                icon={<IconCircleCheck size={30} stroke={1.5} />}
                heading="No items found"
              >
                {nothing[state]}
              </EmptyState>
            ) : (
              <ListFailure message={list.failure} onRetry={list.reload} />
            )
          }
          skeletons={limit}
          question={list.question}
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
      <ExceptionDetail id={open} onClose={steps.close} onChanged={list.reload} />
    </>
  );
}
