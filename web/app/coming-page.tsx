import { useLocation } from 'react-router';
import { ComingLater } from '#web/ui/coming-later.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { screenAt } from './screens.tsx';

const sentences: Readonly<Record<string, string>> = {
  '/map': 'The bookings and collisions of today will stand here on a map, each where it happened.',
  '/collisions':
    'Collisions will be listed here with their zone, location, fatalities and injuries.',
  '/unpaid-insurance': 'Vehicles without a paid insurance will be listed here.',
  '/insurance': 'Vehicles whose insurance is regularised will be listed here.',
  '/report': 'Totals and preset reports by reporting year will be found here.',
  '/admin': 'The accounts of the staff will be listed here, and added.',
  '/profile': 'Your name, phone number, zone and picture will be changed here.',
};

/** A screen whose content comes later. */
export default function ComingPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={screenAt(pathname)?.title ?? ''} />
      <ComingLater heading="Coming later" sentence={sentences[pathname] ?? ''} />
    </>
  );
}
