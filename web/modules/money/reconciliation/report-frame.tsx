import type { ReactNode } from 'react';
import type { ExportFormat } from '#contract/list-filters.ts';
import type { Loaded } from '#web/api/use-loaded.ts';
import { clockOf, type Instant, longDateOf } from '#web/format/time.ts';
import { capitalised } from '#web/format/words.ts';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './reconciliation.module.css';

interface ReportFrameProps<Report> extends Pick<Loaded<Report>, 'data' | 'failure' | 'reload'> {
  /** The name of the report, as in "Download the …". */
  name: string;
  /** Under the title while the report is on its way. */
  loading: string;
  /** Under the title once it is here. */
  detailOf: (report: Report) => string;
  fetchFile: (format: ExportFormat) => Promise<File>;
  /** The tabs and the filters. */
  controls: ReactNode;
  children: (report: Report) => ReactNode;
}

/** The screen around a report: title, export and filters, and what stands there until it is loaded. */
export function ReportFrame<Report>(props: ReportFrameProps<Report>) {
  const { data, failure, reload, name, loading, detailOf, fetchFile, controls, children } = props;
  return (
    <>
      <PageHead
        title="Reconciliation"
        detail={data ? detailOf(data) : loading}
        actions={<ExportMenu what={`the ${name}`} fetchFile={fetchFile} />}
      />
      {controls}
      {failure !== null && data && (
        <Banner kind="bad" action={{ label: 'Try again', onChoose: reload }}>
          <b>{failure}</b> These figures may be out of date.
        </Banner>
      )}
      {failure !== null && !data && (
        <Card label={capitalised(name)}>
          <ListFailure message={failure} onRetry={reload} />
        </Card>
      )}
      {failure === null && !data && (
        <div className={classNames('grid gap-7', css['stack'])} aria-busy>
          <LoadingBar active />
          <div className={css['skeleton']} data-size="totals" />
          <div className={css['skeleton']} data-size="rows" />
        </div>
      )}
      {data && children(data)}
    </>
  );
}

/** `14:05, Friday 20 November 2026` */
export const atMoment = (at: Instant): string => `${clockOf(at)}, ${longDateOf(at)}`;
