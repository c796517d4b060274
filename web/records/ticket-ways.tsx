import { Button } from '#web/ui/controls/button.tsx';
import { IconPrinter, IconQrcode } from '#web/ui/icons.ts';

export type TicketWay = 'show' | 'print';

/** The two ways of a ticket from this device to its driver. */
export function TicketWays({ onChoose }: { onChoose: (way: TicketWay) => void }) {
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        icon={<IconQrcode size={16} aria-hidden />}
        onClick={() => onChoose('show')}
      >
        Show to driver
      </Button>
      <Button
        size="sm"
        icon={<IconPrinter size={16} aria-hidden />}
        onClick={() => onChoose('print')}
      >
        Print ticket
      </Button>
    </>
  );
}
