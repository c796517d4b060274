import type { ReactNode } from 'react';
import { readReconciliation, reconciledBy } from '#contract/modules/money/reconciliation.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { ChartChoice } from '#web/ui/chart/chart-head.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { IconReceiptOff } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { byWords } from './measures.ts';
import type { AddressSteps } from './reconciliation-address.ts';
import { fetchReconciliationFile } from './reconciliation-calls.ts';
import css from './reconciliation.module.css';
import { atMoment, ReportFrame } from './report-frame.tsx';
import { Rows } from './rows.tsx';
import { Totals } from './totals.tsx';

export interface TabProps extends Pick<AddressSteps, 'address' | 'change'> {
  /** The tabs and the filters. */
  controls: ReactNode;
}

/** The fate of the bookings of some days, and the money that came in. */
export function BookingsTab({ address, change, controls }: TabProps) {
  const { by, from, to, organisation, zone } = address;
  const query = { by, from, to, organisation, zone };
  const loaded = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(readReconciliation, { query, signal }),
  );
  return (
    <ReportFrame
      {...loaded}
      name="reconciliation"
      loading="Counting the bookings and the money"
      detailOf={({ asAt }) => `As at ${atMoment(asAt)}`}
      fetchFile={(format) => fetchReconciliationFile(query, format)}
      controls={controls}
    >
      {(report) => (
        <div className={classNames('grid gap-7', css['stack'])}>
          <Totals report={report} address={address} />
          <Card label="Rows" bareOnPhone>
            <div className={css['choice']}>
              <ChartChoice
                label="Rows by"
                value={by}
                options={reconciledBy.map((value) => ({ value, label: byWords[value] }))}
                onChange={(chosen) => change({ by: chosen === 'day' ? undefined : chosen })}
              />
            </div>
            {report.rows.length === 0 ? (
              <EmptyState icon={<IconReceiptOff size={30} stroke={1.5} />} heading="No items found">
                There are no bookings or payments on these days.
              </EmptyState>
            ) : (
              <>
                <Rows report={report} address={address} />
                <p className={classNames('small quiet line-top', css['note'])}>
                  A booking counts on the day it was issued. A payment counts on the day it was
                  confirmed.
                  {by === 'head' &&
                    ' When you group by revenue head, Hanya counts each line of a booking separately.'}
                  {by === 'day' && ' Days without bookings or payments are not shown.'}
                </p>
              </>
            )}
          </Card>
        </div>
      )}
    </ReportFrame>
  );
}
