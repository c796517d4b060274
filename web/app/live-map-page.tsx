import { useNavigate } from 'react-router';
import { z } from 'zod';
import { LazyBookingDetail } from '#web/features/bookings/detail/lazy-booking-detail.tsx';
import { LiveMap } from '#web/features/map/live-map.tsx';
import { openingState, openRecord, useAddress } from '#web/lists/use-address.ts';
import { useSpotLayer } from '#web/modules/reports/black-spots/use-spots.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { PageHead } from '#web/ui/shell/page-head.tsx';

const addressSchema = z.object(openRecord);

/** The live map as a screen of its own, with the booking that is open over it. */
export default function LiveMapPage() {
  const { address, open, close } = useAddress(addressSchema);
  const navigate = useNavigate();
  const { control, layer } = useSpotLayer();
  return (
    <>
      <PageHead
        title="Live Map"
        detail="Bookings and collisions from the last 30 days"
        actions={control}
      />
      <LiveMap
        variant="page"
        layer={layer}
        selected={address.open}
        onOpenBooking={open}
        onOpenCollision={(id) =>
          void navigate(recordAddress('collision', id), { state: openingState })
        }
      />
      <LazyBookingDetail id={address.open} onClose={close} onChanged={() => undefined} />
    </>
  );
}

LiveMapPage.help =
  'The map shows where officers recorded bookings and collisions. Select a marker to open its record. Markers change when drivers pay and when vehicles are cleared. You can find records without a position in the lists.';
