import { useNavigate } from 'react-router';
import { BookingDetail } from '#web/features/bookings/detail/booking-detail.tsx';
import { useListAddress } from '#web/lists/address.ts';
import { plainGrammar } from '#web/lists/query.ts';
import { MapPage } from '#web/features/map/map-page.tsx';

/** The live map, with the record that is open over it. */
export default function LiveMapPage() {
  const steps = useListAddress(plainGrammar);
  const navigate = useNavigate();
  return (
    <>
      <MapPage
        selected={steps.address.open}
        onOpenBooking={steps.open}
        onOpenCollision={(id) => void navigate(`/collisions?open=${id}`)}
      />
      <BookingDetail id={steps.address.open} onClose={steps.close} onChanged={() => undefined} />
    </>
  );
}
