import type { ReactNode } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import {
  IconCalendar,
  IconCalendarMonth,
  IconCalendarStats,
  IconCalendarWeek,
} from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import css from './report-page.module.css';

// Placeholders, without figures, since nothing counts them yet.
const totals = ['Unpaid', 'Paid', 'Revenue', 'Drivers', 'Vehicles'] as const;

const reportTypes: readonly { code: string; meaning: string }[] = [
  { code: 'Snapshot', meaning: 'Where things stand at a moment' },
  { code: 'Standard', meaning: 'The usual figures of a period' },
  { code: 'F&A', meaning: 'Weekly report for a zone' },
  { code: 'B&P', meaning: 'Bookings per offense code' },
  { code: 'UNP', meaning: 'Unpaid tickets' },
  { code: 'E', meaning: 'ePayment report in a date range' },
  { code: 'ER', meaning: 'ePayment reconciliation' },
];

const reportingYears = [2024, 2023, 2022, 2021] as const;

const reportingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const;

const icons: Record<(typeof reportingPeriods)[number], ReactNode> = {
  Daily: <IconCalendar size={18} aria-hidden />,
  Weekly: <IconCalendarWeek size={18} aria-hidden />,
  Monthly: <IconCalendarMonth size={18} aria-hidden />,
  Yearly: <IconCalendarStats size={18} aria-hidden />,
};

/** The overview of reports; it asks the server for nothing. */
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
