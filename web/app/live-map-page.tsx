import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BookingDetail } from '#web/features/bookings/detail/booking-detail.tsx';
import { useListAddress } from '#web/lists/address.ts';
import { plainGrammar } from '#web/lists/query.ts';
import { MapPage } from '#web/features/map/map-page.tsx';

/** The live map, with the record that is open over it. */
export default function LiveMapPage() {
  const steps = useListAddress(plainGrammar);
  const navigate = useNavigate();
  const [revision, setRevision] = useState(0);
  return (
    <>
      <MapPage
        selected={steps.address.open}
        revision={revision}
        onOpenBooking={steps.open}
        onOpenCollision={(id) => void navigate(`/collisions?open=${id}`)}
      />
      <BookingDetail
        id={steps.address.open}
        onClose={steps.close}
        onChanged={() => setRevision((last) => last + 1)}
      />
    </>
  );
}
