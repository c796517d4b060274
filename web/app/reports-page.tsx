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
  'This page names the kinds of report. Select one to open it, or select a year. The tabs above lead to money and to the trail. You only see the tabs that your role may open.';
