import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useListAddress } from '#web/lists/address.ts';
import { plainGrammar } from '#web/lists/query.ts';
import UnpaidPage from '#web/features/bookings/unpaid-page.tsx';
import { LiveMap } from '#web/features/map/live-map.tsx';

/** The unpaid bookings with the map of the dashboard: beside the list where there is room, else above. */
export default function UnpaidWithMap() {
  return <UnpaidPage map={<UnpaidMap />} />;
}

function UnpaidMap() {
  const steps = useListAddress(plainGrammar);
  const navigate = useNavigate();
  const beside = useMediaQuery('(min-width: 88em)', false, { getInitialValueInEffect: false });
  const atDesk = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  return (
    <LiveMap
      variant={beside ? 'column' : atDesk ? 'band' : 'strip'}
      selected={steps.address.open}
      onOpenBooking={steps.open}
      onOpenCollision={(id) => void navigate(`/collisions?open=${id}`)}
    />
  );
}
