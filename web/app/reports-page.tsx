import { PageHead } from '#web/ui/shell/page-head.tsx';
import { ReportYears, StaticOverview } from './report-overview.tsx';

/** The years that have records, for those who read reports; below them the specified overview. */
export default function ReportsPage() {
  return (
    <>
      <PageHead title="Reports Overview" />
      <div className="grid gap-7">
        <ReportYears />
        <StaticOverview />
      </div>
    </>
  );
}

ReportsPage.help =
  'This page lists the kinds of report. Select a report to open it, or select a year. The tabs above lead to the money pages and the audit trail. You see only the tabs that your role can open.';
