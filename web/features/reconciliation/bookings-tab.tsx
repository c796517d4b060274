import { IconReceiptOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { reconciledBy } from '#contract/reconciliation.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { clockOf, longDateOf } from '#web/format/time.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { ChartChoice } from '#web/ui/chart/chart-head.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { LaneLoader } from '#web/ui/fields/lane-loader.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Strip } from '#web/ui/feedback/strip.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { byWords } from './measures.ts';
import type { AddressSteps } from './reconciliation-address.ts';
import { fetchReconciliationFile, readReconciliation } from './reconciliation-calls.ts';
import css from './reconciliation.module.css';
import { RowsCards } from './rows-cards.tsx';
import { RowsTable } from './rows-table.tsx';
import { Totals } from './totals.tsx';

export interface TabProps extends Pick<AddressSteps, 'address' | 'change'> {
  tabs: ReactNode;
  /** The filters. */
  bar: ReactNode;
}

/** What became of the bookings of some days, and what money came in. */
export function BookingsTab({ address, change, tabs, bar }: TabProps) {
  const dispatch = useDispatch();
  const { by, from, to, organisation, zone } = address;
  const query = { by, from, to, organisation, zone };
  const question = JSON.stringify(query);
  const { data, failure, reload } = useLoaded(question, () => dispatch(readReconciliation(query)));
  const wide = useScreen('desk');
  const asAt = data && `As at ${clockOf(data.asAt)}, ${longDateOf(data.asAt)}`;
  return (
    <>
      <PageHead
        title="Reconciliation"
        detail={asAt ?? 'Counting the bookings and the money'}
        actions={
          <ExportMenu
            what="the reconciliation"
            fetchFile={(format) => fetchReconciliationFile(query, format)}
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
        <Card label="Reconciliation">
          <ListFailure message={failure} onRetry={reload} />
        </Card>
      )}
      {failure === null && !data && <Bones />}
      {data && (
        <div className={css['stack']}>
          <Totals shown={data} address={address} />
          <Card label="Rows" bareOnPhone className={css['rows']}>
            <div className={css['choice']}>
              <ChartChoice
                label="Rows by"
                value={by}
                options={reconciledBy.map((value) => ({ value, label: byWords[value] }))}
                onChange={(chosen) => change({ by: chosen === 'day' ? undefined : chosen })}
              />
            </div>
            {data.rows.length === 0 ? (
              <EmptyState icon={<IconReceiptOff size={30} stroke={1.5} />} heading="No items found">
                Nothing was issued and no money came in on these days.
              </EmptyState>
            ) : wide ? (
              <RowsTable shown={data} address={address} />
            ) : (
              <RowsCards shown={data} address={address} />
            )}
            {data.rows.length > 0 && (
              <p className={css['note']}>
                A booking counts on the day it was issued, money on the day it was confirmed.
                {by === 'head' && ' By revenue head, lines are counted.'}
                {by === 'day' && ' Days without either are left out.'}
              </p>
            )}
          </Card>
        </div>
      )}
    </>
  );
}

/** The shape of what is on its way. */
export function Bones() {
  return (
    <div className={css['stack']} aria-busy>
      <LaneLoader active />
      <div className={css['bone']} data-size="totals" />
      <div className={css['bone']} data-size="rows" />
    </div>
  );
}
