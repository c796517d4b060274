import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { type ReportKind, type ReportStep } from '#contract/modules/reports/reports.ts';
import { may } from '#contract/roles.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { settings } from '#web/device/settings.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import {
  IconCalendar,
  IconCalendarMonth,
  IconCalendarStats,
  IconCalendarWeek,
} from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './report-overview.module.css';

const totals = ['Unpaid', 'Paid', 'Revenue', 'Drivers', 'Vehicles'] as const;

const reportTypes: readonly { kind: ReportKind; code: string; meaning: string }[] = [
  { kind: 'snapshot', code: 'Snapshot', meaning: 'Figures at one moment' },
  { kind: 'standard', code: 'Standard', meaning: 'Figures for a period' },
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

const isReader = ({ role }: SignedInUser): boolean => may(role, 'see reconciliation');

const yearAddress = (year: number, step: ReportStep): string =>
  `/reports?kind=standard&from=${year}-01-01&to=${year}-12-31&by=${step}`;

/** The years that have records, the latest first; the page that the server sent names the first. */
function yearsWithRecords(): readonly number[] {
  const { firstYear } = settings();
  const thisYear = Number(todayInLagos().slice(0, 4));
  if (firstYear === 0) return [];
  return Array.from({ length: thisYear - firstYear + 1 }, (_, place) => thisYear - place);
}

/** The Standard report of each year that has records, for those who may read it. */
export function ReportYears() {
  const user = useCurrentUser();
  const years = yearsWithRecords();
  if (user === null || !isReader(user) || years.length === 0) return null;
  return (
    <Card title="By year">
      {years.map((year) => (
        <Year key={year} year={year} name={`${year}`} leads />
      ))}
    </Card>
  );
}

/** The overview as it is specified: it asks the server for nothing, and only its legend leads on. */
export function StaticOverview() {
  const user = useCurrentUser();
  const leads = user !== null && isReader(user);
  const years = yearsWithRecords();
  return (
    <div className="grid gap-7">
      <Notice>The totals and preset reports below are placeholders, not real figures.</Notice>
      <Card label="Totals">
        <dl className={css['totals']}>
          {totals.map((label) => (
            <div key={label} className={classNames('quiet', css['total'])}>
              <dt>{label}</dt>
              <dd>
                <span aria-hidden>–</span>
                Not counted here
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <div className={classNames('grid gap-7', css['columns'])}>
        <Card title="Preset reports">
          {reportingYears.map((year) => (
            <Year
              key={year}
              year={year}
              name={`Reporting year ${year}`}
              leads={leads && years.includes(year)}
            />
          ))}
        </Card>
        <Card title="Report types">
          <dl className={css['legend']}>
            {reportTypes.map(({ kind, code, meaning }) => (
              <div key={code} className={css['type']}>
                <dt>{leads ? <Link to={`/reports?kind=${kind}`}>{code}</Link> : code}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </div>
  );
}

interface YearProps {
  year: number;
  /** Its heading. */
  name: string;
  /** False where there are no records, and where the person may not read reports. */
  leads: boolean;
}

function Year({ year, name, leads }: YearProps) {
  const id = useId();
  return (
    <section className={css['year']} aria-labelledby={id}>
      <h3 id={id} className="body">
        {name}
      </h3>
      <ul className={css['tiles']}>
        {reportingPeriods.map((period) => (
          <li key={period}>
            {leads ? (
              <Link
                to={yearAddress(year, steps[period])}
                className={classNames('row gap-4 strong', css['tile'])}
              >
                {icons[period]}
                <span>{period}</span>
              </Link>
            ) : (
              <span className={classNames('row quiet', css['placeholder'])}>{period}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
