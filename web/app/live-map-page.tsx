import { useNavigate } from 'react-router';
import { z } from 'zod';
import { BookingDetail } from '#web/features/bookings/detail/booking-detail.tsx';
import { openRecord, useAddress } from '#web/lists/use-address.ts';
import { MapPage } from '#web/features/map/map-page.tsx';

const addressSchema = z.object(openRecord);

/** The live map, with the record that is open over it. */
export default function LiveMapPage() {
  const { address, open, close } = useAddress(addressSchema);
  const navigate = useNavigate();
  return (
    <>
      <MapPage
        selected={address.open}
        onOpenBooking={open}
        onOpenCollision={(id) => void navigate(`/collisions?open=${id}`)}
      />
      <BookingDetail id={address.open} onClose={close} onChanged={() => undefined} />
    </>
  );
}
