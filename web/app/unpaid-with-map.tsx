import { useNavigate } from 'react-router';
import { z } from 'zod';
import UnpaidPage from '#web/features/bookings/unpaid-page.tsx';
import { openingState, openRecord, useAddress } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { LazyMap } from './lazy-map.tsx';

/** The unpaid bookings with a map, beside the list where it fits, else above it; one line below a desk's width. */
export default function UnpaidWithMap() {
  return <UnpaidPage map={<UnpaidMap />} />;
}

UnpaidWithMap.help =
  'These bookings are not paid yet. Open one to show or print its ticket, or to check its payment. When the payment gateway confirms a payment, the booking moves to Paid. If a booking is wrong, a zonal head or state admin can correct or withdraw it.';

const addressSchema = z.object(openRecord);

function UnpaidMap() {
  const { address, open } = useAddress(addressSchema);
  const navigate = useNavigate();
  const beside = useScreen('wide');
  const atDesk = useScreen('desk');
  return (
    <LazyMap
      variant={beside ? 'column' : atDesk ? 'band' : 'collapsed'}
      selected={address.open}
      onOpenBooking={open}
      onOpenCollision={(id) =>
        void navigate(recordAddress('collision', id), { state: openingState })
      }
    />
  );
}
