import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type ReportKind, type ReportStep } from '#contract/reports.ts';
import { may } from '#contract/roles.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
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

// Placeholders: this page asks for nothing, and its reports have the figures.
const totals = ['Unpaid', 'Paid', 'Revenue', 'Drivers', 'Vehicles'] as const;

const reportTypes: readonly { kind: ReportKind; code: string; meaning: string }[] = [
  { kind: 'snapshot', code: 'Snapshot', meaning: 'Where things stand at a moment' },
  { kind: 'standard', code: 'Standard', meaning: 'The usual figures of a period' },
  { kind: 'f-and-a', code: 'F&A', meaning: 'Weekly report for a zone' },
  { kind: 'b-and-p', code: 'B&P', meaning: 'Bookings per offense code' },
  { kind: 'unp', code: 'UNP', meaning: 'Unpaid tickets' },
  { kind: 'e', code: 'E', meaning: 'ePayment report in a date range' },
  { kind: 'er', code: 'ER', meaning: 'ePayment reconciliation' },
];

const reportingYears = [2024, 2023, 2022, 2021] as const;

const reportingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const;

const steps: Record<(typeof reportingPeriods)[number], ReportStep> = {
  Daily: 'day',
  Weekly: 'week',
  Monthly: 'month',
  Yearly: 'year',
};

const icons: Record<(typeof reportingPeriods)[number], ReactNode> = {
  Daily: <IconCalendar size={18} aria-hidden />,
  Weekly: <IconCalendarWeek size={18} aria-hidden />,
  Monthly: <IconCalendarMonth size={18} aria-hidden />,
  Yearly: <IconCalendarStats size={18} aria-hidden />,
};

/** The overview of reports; it asks the server for nothing. Who may read them is led to each. */
export default function ReportPage() {
  const user = useCurrentUser();
  const isReader = user !== null && may(user.role, 'see reconciliation');
  return (
    <>
      <PageHead title="Reports Overview" />
      <div className="grid gap-7">
        <Notice>
          {isReader
            ? 'These totals are placeholders. Choose a type or a period below for its report.'
            : 'These totals and reports are placeholders. Nothing is counted for them here.'}
        </Notice>
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
                    <li key={period}>
                      <Tile
                        to={
                          isReader &&
                          `/reports?kind=standard&from=${year}-01-01&to=${year}-12-31&by=${steps[period]}`
                        }
                      >
                        {icons[period]}
                        <span>{period}</span>
                      </Tile>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </Card>
          <Card title="Report types">
            <dl className={css['legend']}>
              {reportTypes.map(({ kind, code, meaning }) => (
                <div key={code} className={css['type']}>
                  <dt>{isReader ? <Link to={`/reports?kind=${kind}`}>{code}</Link> : code}</dt>
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

/** Leads to its report where `to` is an address. */
const Tile = ({ to, children }: { to: string | false; children: ReactNode }) =>
  to === false ? (
    <span className={css['tile']}>{children}</span>
  ) : (
    <Link to={to} className={css['tile']}>
      {children}
    </Link>
  );
