import { ComingLater } from '#web/ui/coming-later.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import css from './dashboard-page.module.css';

const panels = [
  {
    heading: 'Bookings and revenue',
    sentence: 'Counts and revenue for Day, Week, Month and Year come here later.',
  },
  { heading: 'Live Map', sentence: 'Where today’s bookings were made comes here later.' },
  { heading: 'Recent Activities', sentence: 'What colleagues did last comes here later.' },
  { heading: 'Personnel', sentence: 'Who was last active, and when, comes here later.' },
];

export default function DashboardPage() {
  return (
    <>
      <PageHead title="Base" />
      <div className={css['dashboard']}>
        <div className={css['panels']}>
          {panels.map((panel) => (
            <ComingLater key={panel.heading} {...panel} />
          ))}
        </div>
        <ComingLater heading="Live feed" sentence="The latest 12 bookings come here later." />
      </div>
    </>
  );
}
