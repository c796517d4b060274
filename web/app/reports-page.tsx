import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import ReportPage from '#web/features/reports/report-page.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import css from './reports-page.module.css';
import { mayOpen, screens } from './screens.tsx';

/** The overview of reports, and under it the screens about money that the role may open. */
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
  const open = screens.filter((screen) => screen.onReports && user && mayOpen(user.role, screen));
  if (open.length === 0) return null;
  return (
    <Card title="Money" className="above">
      <ul>
        {open.map(({ path, title, onReports }) => (
          <li key={path}>
            <Link to={path} className={css['screen']}>
              <span>
                <b>{title}</b>
                <span className="block quiet">{onReports}</span>
              </span>
              <IconChevronRight size={18} stroke={2} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
