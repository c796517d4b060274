import { PageHead } from '#web/ui/shell/page-head.tsx';
import { LiveMap, type LiveMapProps } from './live-map.tsx';

export type MapPageProps = Pick<LiveMapProps, 'selected' | 'onOpenBooking' | 'onOpenCollision'>;

/** The live map as a screen of its own. */
export function MapPage(props: MapPageProps) {
  return (
    <>
      <PageHead title="Live Map" detail="Bookings and collisions of the last 30 days" />
      <LiveMap {...props} variant="page" />
    </>
  );
}
