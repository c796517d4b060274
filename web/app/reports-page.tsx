import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import ReportPage from '#web/features/reports/report-page.tsx';
import { IconChevronRight } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import css from './reports-page.module.css';
import { mayOpen, type ScreenPath, screens } from './screens.tsx';

/** The purposes of the screens that are linked from here. */
const about: Readonly<Partial<Record<ScreenPath, string>>> = {
  '/reports': 'The reports, by day, week, month or year, to be read, signed and exported.',
  '/reconciliation':
    'What was issued, paid and received, and how it compares with gateway and bank.',
  '/exceptions': 'Bills and money that do not fit, settled by one person and confirmed by another.',
  '/fees': 'What each offence costs today, and from which day it costs something else.',
  '/late-records':
    'What was long on its way from a phone, who made it, and what waits to be let in.',
  '/questions':
    'Your own figures beside those of your colleagues; for a reviewer, what to ask others.',
  '/activity': 'What was done on a day, by whom, and to which record, from the audit trail.',
  '/cash-up': 'What each officer booked on each day, and what of it is paid.',
  '/black-spots': 'Where and when collisions lie close, and what chance explains of it.',
  '/withdrawals': 'How many of their bookings officers had withdrawn, the highest rate first.',
};

/** The overview of reports, and under it the screens about money and field work that the role may open. */
export default function ReportsPage() {
  return (
    <>
      <ReportPage />
      <MoneyScreens />
    </>
  );
}

function MoneyScreens() {
  const user = useCurrentUser();
  const open = screens.filter(
    (screen) => screen.path in about && user && mayOpen(user.role, screen),
  );
  if (open.length === 0) return null;
  return (
    <Card title="Money and field work" className="above">
      <ul>
        {open.map(({ path, title }) => (
          <li key={path}>
            <Link to={path} className={css['screen']}>
              <span>
                <b>{title}</b>
                <span className="block quiet">{about[path]}</span>
              </span>
              <IconChevronRight size={18} stroke={2} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
