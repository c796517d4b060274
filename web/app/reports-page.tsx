import ReportPage from '#web/features/reports/report-page.tsx';
import { LinkedScreens } from './linked-screens.tsx';

/** The overview of reports, and under it the screens about money and field work that the role may open. */
export default function ReportsPage() {
  return (
    <>
      <ReportPage />
      <LinkedScreens
        title="Money and field work"
        about={{
          '/reports': 'The reports, by day, week, month or year, to be read, signed and exported.',
          '/after': 'What follows a ticket that is not simply paid: due days, disputes, courts.',
          '/reconciliation':
            'What was issued, paid and received, and how it compares with gateway and bank.',
          '/exceptions':
            'Bills and money that do not fit, settled by one person and confirmed by another.',
          '/fees': 'What each offence costs today, and from which day it costs something else.',
          '/late-records':
            'What was long on its way from a phone, who made it, and what waits to be let in.',
          '/questions':
            'Your own figures beside those of your colleagues; for a reviewer, what to ask others.',
          '/activity':
            'What was done on a day, by whom, and to which record, from the audit trail.',
          '/cash-up': 'What each officer booked on each day, and what of it is paid.',
          '/black-spots': 'Where and when collisions lie close, and what chance explains of it.',
          '/withdrawals':
            'How many of their bookings officers had withdrawn, the highest rate first.',
        }}
      />
    </>
  );
}
