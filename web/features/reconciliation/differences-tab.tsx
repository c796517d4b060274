import { IconScale } from '@tabler/icons-react';
import type { Differences } from '#contract/differences.ts';
import { totalPages } from '#web/api/area.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { clockOf, longDateOf } from '#web/format/time.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { DataList } from '#web/ui/table/data-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Strip } from '#web/ui/feedback/strip.tsx';
import { Bones, type TabProps } from './bookings-tab.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { differenceColumns } from './difference-columns.tsx';
import { missingDays, uncomparedIn } from './difference-words.ts';
import { DifferenceSums } from './difference-sums.tsx';
import css from './differences.module.css';
import { PageSteps } from './page-steps.tsx';
import { fetchDifferencesFile, readDifferences } from './reconciliation-calls.ts';
import { StatementsCard } from './statements-card.tsx';
import { useOneOrganisation } from './use-filters.tsx';

const limit = 50;

/** Payments against what gateway and bank say, and the statements that they say it in. */
export function DifferencesTab({ address, change, tabs, bar }: TabProps) {
  const dispatch = useDispatch();
  const organisation = useOneOrganisation(address);
  const { from, to, page } = address;
  const query = { from, to, organisation, page, limit };
  const question = JSON.stringify(query);
  const { data, failure, reload } = useLoaded(question, () => dispatch(readDifferences(query)));
  return (
    <>
      <PageHead
        title="Reconciliation"
        detail={
          data
            ? `${data.organisation}, as at ${clockOf(data.asAt)}, ${longDateOf(data.asAt)}`
            : 'Comparing payments and statements'
        }
        actions={
          <ExportMenu
            what="the differences"
            fetchFile={(format) => fetchDifferencesFile(query, format)}
          />
        }
      />
      {tabs}
      {bar}
      {failure !== null && data && (
        <Strip kind="bad" action={{ label: 'Try again', onChoose: reload }}>
          <b>{failure}</b> This is from before.
        </Strip>
      )}
      {failure !== null && !data && (
        <Card label="Differences">
          <ListFailure message={failure} onRetry={reload} />
        </Card>
      )}
      {failure === null && !data && <Bones />}
      {data && (
        <div className={css['layout']}>
          <div className={css['main']}>
            {data.statements.length > 0 && <DifferenceSums shown={data} />}
            <Missing shown={data} />
            <Card label="Differences list" bareOnPhone>
              <DataList
                label="Differences"
                columns={differenceColumns}
                rows={data.differences}
                rowKey={({ billRef, kind, theirs, ours }) =>
                  [kind, billRef, theirs?.day, theirs?.receipt, ours?.day].join(' ')
                }
                renderCard={(difference) => <DifferenceCard difference={difference} />}
                empty={<Agreed shown={data} />}
              />
              <PageSteps
                page={page}
                pages={totalPages(data.total, limit)}
                onPage={(next) => change({ page: next === 1 ? undefined : String(next) })}
              />
            </Card>
          </div>
          <StatementsCard shown={data} address={address} onChanged={reload} />
        </div>
      )}
    </>
  );
}

function Missing({ shown }: { shown: Differences }) {
  const missing = missingDays(shown);
  if (missing === null) return null;
  const { count, amount } = shown.uncompared;
  return (
    <Notice kind="warn">
      <b>{missing}</b> {uncomparedIn(count, amount)}
    </Notice>
  );
}

function Agreed({ shown: { theirs, ours, statements } }: { shown: Differences }) {
  const none = statements.length === 0;
  return (
    <EmptyState
      icon={<IconScale size={30} stroke={1.5} />}
      heading={none ? 'Nothing to compare with' : 'No differences'}
    >
      {none
        ? 'Send the statement of the bank for these days, and every difference is listed here.'
        : ours.count + theirs.count === 0
          ? 'The statements of these days have no money, and neither has Hanya.'
          : 'Statement and payments agree, bill by bill.'}
    </EmptyState>
  );
}
