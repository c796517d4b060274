import { usePaperSize } from '#web/records/paper-size.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconPrinter } from '#web/ui/icons.ts';
import { usePrinting } from './detail/use-printing.ts';
import { ShowButton } from './show-button.tsx';

/** Prints the ticket of a booking that the server has, on the paper of this device's printer. */
function PrintTicket({ id }: { id: string }) {
  const size = usePaperSize();
  const { busy, print } = usePrinting(id);
  return (
    <Button
      size="sm"
      icon={<IconPrinter size={16} aria-hidden />}
      loading={busy !== null}
      onClick={() => void print('ticket', 'html', size)}
    >
      Print ticket
    </Button>
  );
}

/** What a driver gets right after booking: the ticket on the screen, or on paper. */
export function TicketButtons({ id }: { id: string }) {
  return (
    <>
      <ShowButton id={id} />
      <PrintTicket id={id} />
    </>
  );
}
