import { useState } from 'react';
import {
  exportLedger,
  exportReport,
  isClosed,
  isOfOfficers,
  readReport,
  type Report,
  reportKinds,
  reportSteps,
  reportTypes,
  usualStep,
} from '#contract/modules/reports/reports.ts';
import type { View } from '#contract/views.ts';
import { callFile, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { clockOf, longDateOf } from '#web/format/time.ts';
import { capitalised } from '#web/format/words.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { ViewsMenu } from '#web/lists/views/views-menu.tsx';
import { useReportDays } from '#web/records/reports/report-days.tsx';
import { ChartChoice } from '#web/ui/chart/chart-head.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { atFilter, crossFilters, officerFilter } from './cross-filters.tsx';
import css from './one-report.module.css';
import { closedDays, queryOf, savedQueryOf, useReportAddress } from './report-address.ts';
import { ReportClosing } from './report-closing.tsx';
import { ShownReport } from './report-tables.tsx';

const scheduleDialog = lazyPart(() => import('./schedule-dialog.tsx'));

/** One report: its tables, whose figures open their rows, and its sums. */
export default function OneReportPage() {
  const { address, change, searchWith, goTo } = useReportAddress();
  const [scheduled, setScheduled] = useState<View | null>(null);
  const schedule = scheduleDialog.use(scheduled !== null);
  const { kind, organisation, zone, by, closing } = address;
  const { title, isOfDays } = reportTypes[kind];
  const days = useReportDays(address, change);
  const places = shownFilters(usePlaceFilters({ filters: { organisation, zone }, filter: change }));
  const onPhone = useOnPhone();
  const query = queryOf(address);
  const { data, failure, reload } = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(readReport, { query, signal }),
  );
  const bar = {
    filters: [
      ...(kind === 'cross' ? crossFilters(address, change) : []),
      ...(isOfDays ? [days] : []),
      ...(kind === 'unp' ? [atFilter(address, change)] : []),
      ...places,
      ...(isOfOfficers(kind) ? [officerFilter(address, data?.officer, change)] : []),
    ],
    onClear: () =>
      change({
        period: undefined,
        from: undefined,
        to: undefined,
        organisation: undefined,
        zone: undefined,
        officer: undefined,
        at: undefined,
        rows: undefined,
        columns: undefined,
        measure: undefined,
      }),
  };
  return (
    <>
      <PageHead
        title="Reports"
        detail={closing === undefined ? (data ? asAtOf(data) : 'Counting') : 'Closed figures'}
        actions={
          <>
            <ViewsMenu
              label="Saved reports"
              list={{
                screen: 'reports',
                view: savedQueryOf(address),
                show: (query) => goTo(`?${query}`),
                onSchedule: setScheduled,
              }}
            />
            <ExportMenu
              what="the report"
              formats={
                kind === 'f-and-a' && closing === undefined
                  ? ['pdf', 'xlsx', 'ledger']
                  : ['pdf', 'xlsx']
              }
              fetchFile={(format) =>
                format === 'ledger'
                  ? callFile(exportLedger, {
                      query: { from: address.from, to: address.to, organisation },
                    })
                  : callFile(exportReport, { query: { ...query, format, closing } })
              }
            />
          </>
        }
      />
      <LinkTabs
        label="Reports"
        tabs={reportKinds.map((key) => ({ key, label: reportTypes[key].code }))}
        shown={kind}
        searchOf={(key) =>
          searchWith({ kind: key, by: undefined, at: undefined, closing: undefined })
        }
        className={css['tabs']}
      />
      <div className={classNames('row wrap gap-4', css['bar'])}>
        <FilterBar {...bar} />
        {onPhone && <FilterSheet {...bar} done="Show" />}
      </div>
      {kind === 'standard' && (
        <div className={classNames('row wrap gap-4', css['bar'])}>
          <ChartChoice
            label="Rows by"
            value={by ?? usualStep(address)}
            options={reportSteps.map((value) => ({ value, label: capitalised(value) }))}
            onChange={(chosen) => change({ by: chosen })}
          />
        </div>
      )}
      <h2 className={classNames('heading', css['title'])}>{title}</h2>
      {kind === 'unp' && address.at === undefined && (
        <p className="small quiet">To close this report, select a day that is over.</p>
      )}
      {isClosed(kind) && address.officer === undefined && closedDays(address) !== null && (
        <div className={classNames('grid gap-7', css['stack'])}>
          <ReportClosing address={address} live={data} show={(id) => change({ closing: id })} />
        </div>
      )}
      {failure !== null && data && (
        <Banner kind="bad" action={{ label: 'Try again', onChoose: reload }}>
          <b>{failure}</b> This report may be out of date.
        </Banner>
      )}
      {failure !== null && !data && (
        <Card label="Report">
          <ListFailure message={failure} onRetry={reload} />
        </Card>
      )}
      {failure === null && !data && (
        <div aria-busy>
          <LoadingBar active />
          <div className={css['skeleton']} />
        </div>
      )}
      {data && closing === undefined && <ShownReport report={data} />}
      {schedule && scheduled && (
        <schedule.ScheduleDialog view={scheduled} onClose={() => setScheduled(null)} />
      )}
    </>
  );
}

OneReportPage.help =
  'This page has the seven reports that an accountant signs, and Cross, where you build your own table. Select a report, its days and its place. Select a figure to open its records. One state admin proposes to close a period, a second confirms it, and Hanya keeps the PDF.';

const asAtOf = ({ asAt, place, madeBy }: Report): string =>
  `As at ${clockOf(asAt)}:${asAt.slice(17, 19)}, ${longDateOf(asAt)}. Figures for ${place}, as ${madeBy} can see them.`;
