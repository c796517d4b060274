import { IconPlus } from '@tabler/icons-react';
import { useOpenPopup } from '#web/api/popups.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Opens the New Booking Form. */
export function NewBookingButton() {
  const open = useOpenPopup();
  return (
    <Button
      variant="primary"
      icon={<IconPlus size={16} stroke={2.2} aria-hidden />}
      onClick={() => open('booking')}
    >
      Booking
    </Button>
  );
}
