import {
  IconCalendar,
  IconCalendarMonth,
  IconCalendarStats,
  IconCalendarWeek,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/shell/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { reportingPeriods, reportingYears, reportTypes, totals } from './report-contents.ts';
import css from './report-page.module.css';

const icons: Record<(typeof reportingPeriods)[number], ReactNode> = {
  Daily: <IconCalendar size={18} aria-hidden />,
  Weekly: <IconCalendarWeek size={18} aria-hidden />,
  Monthly: <IconCalendarMonth size={18} aria-hidden />,
  Yearly: <IconCalendarStats size={18} aria-hidden />,
};

/** The overview of reports: static, without a call. */
export default function ReportPage() {
  return (
    <>
      <PageHead title="Reports Overview" />
      <div className="grid gap-7">
        <Notice>These totals and reports are placeholders. Nothing is counted for them yet.</Notice>
        <Card label="Totals">
          <dl className={css['totals']}>
            {totals.map((label) => (
              <div key={label} className={css['total']}>
                <dt>{label}</dt>
                <dd>
                  <span aria-hidden>–</span>
                  No figures yet
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <div className={css['columns']}>
          <Card title="Preset reports">
            {reportingYears.map((year) => (
              <section key={year} className={css['year']} aria-labelledby={`year-${year}`}>
                <h3 id={`year-${year}`} className="body">
                  Reporting year {year}
                </h3>
                <ul className={css['tiles']}>
                  {reportingPeriods.map((period) => (
                    <li key={period} className={css['tile']}>
                      {icons[period]}
                      <span>{period}</span>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </Card>
          <Card title="Report types">
            <dl className={css['legend']}>
              {reportTypes.map(({ code, meaning }) => (
                <div key={code} className={css['type']}>
                  <dt>{code}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
      </div>
    </>
  );
}
