import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useListAddress } from '#web/lists/address.ts';
import { plainGrammar } from '#web/lists/query.ts';
import UnpaidPage from '#web/features/bookings/unpaid-page.tsx';
import { LiveMap } from '#web/features/map/live-map.tsx';

/** The unpaid bookings with the live map: beside the list where there is room, else above it. */
export default function UnpaidWithMap() {
  return <UnpaidPage map={<UnpaidMap />} />;
}

function UnpaidMap() {
  const steps = useListAddress(plainGrammar);
  const navigate = useNavigate();
  const wide = useMediaQuery('(min-width: 88em)', false, { getInitialValueInEffect: false });
  return (
    <LiveMap
      of="unpaid"
      variant={wide ? 'column' : 'strip'}
      selected={steps.address.open}
      onOpenBooking={steps.open}
      onOpenCollision={(id) => void navigate(`/collisions?open=${id}`)}
    />
  );
}
