import { PageHead } from '#web/ui/shell/page-head.tsx';
import css from './linked-screens.module.css';
import { LinkedScreens } from './linked-screens.tsx';
import { ReportYears, StaticOverview } from './report-overview.tsx';

/** The reports and what belongs to them, for those who may open it; below it the specified overview. */
export default function ReportsPage() {
  return (
    <>
      <PageHead title="Reports Overview" />
      <div className={css['groups']}>
        <LinkedScreens
          title="Reports"
          about={{
            '/reports': 'Tables by day, week, month or year, to read, sign and export.',
            '/black-spots': 'Places where collisions keep happening, and at what hours.',
            '/questions': 'Your figures beside those of your colleagues.',
          }}
        />
        <LinkedScreens
          title="Money"
          about={{
            '/reconciliation': 'What was issued and paid, compared with the gateway and the bank.',
            '/exceptions': 'Bills and payments that do not match, and who settles them.',
            '/cash-up': 'What each officer booked on each day, and how much of it is paid.',
            '/fees': 'What each offence costs now, and what it will cost from a later day.',
          }}
        />
        <ReportYears />
        <LinkedScreens
          title="Tickets"
          about={{
            '/after': 'Due days, disputes, court cases and everything else that follows a ticket.',
            '/late-records': 'Bookings and collisions that arrived long after they were made.',
            '/withdrawals': 'How many bookings of each officer were withdrawn.',
          }}
        />
        <LinkedScreens
          title="Trail"
          about={{ '/activity': 'Who did what, and when, to which record.' }}
        />
      </div>
      <StaticOverview />
    </>
  );
}

ReportsPage.help =
  'This page links to the reports on money and on field work. Select the one that you need. Each has days and places to choose. What is closed to your role is not shown; a state admin sees all.';
