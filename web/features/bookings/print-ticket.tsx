import { Button } from '#web/ui/controls/button.tsx';
import { IconPrinter } from '#web/ui/icons.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { usePrinting } from './detail/use-printing.ts';

/** Prints the ticket of a booking that the server has, on the paper that such a screen has beside it. */
export function PrintTicket({ id }: { id: string }) {
  const phone = useScreen('phone');
  const { busy, print } = usePrinting(id);
  return (
    <Button
      size="sm"
      icon={<IconPrinter size={16} aria-hidden />}
      loading={busy !== null}
      onClick={() => void print('ticket', 'html', phone ? '80mm' : 'a4')}
    >
      Print ticket
    </Button>
  );
}
