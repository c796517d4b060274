import { useState } from 'react';
import { printPaper } from '#contract/modules/after-ticket/papers.ts';
import { callFile } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { plural } from '#web/format/words.ts';
import { usePaperSize } from '#web/modules/after-ticket/papers/paper-size.tsx';
import { printPage, tabBlocked } from '#web/modules/after-ticket/papers/use-printing.ts';
import { openTab } from '#web/records/open-tab.ts';
import { Button, type ButtonProps } from '#web/ui/controls/button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconPrinter } from '#web/ui/icons.ts';
import { asOnePage } from './many-tickets.ts';

interface PrintTicketsProps extends Pick<ButtonProps, 'size'> {
  ids: readonly string[];
}

/** Prints the tickets of bookings in one go, on the paper of this device's printer. */
export function PrintTickets({ ids, size: buttonSize }: PrintTicketsProps) {
  const size = usePaperSize();
  const [fetched, setFetched] = useState<number | null>(null);

  async function print(): Promise<void> {
    const tab = openTab();
    if (tab === null) {
      toastFailed(tabBlocked);
      return;
    }
    const tickets: string[] = [];
    try {
      for (const id of ids) {
        setFetched(tickets.length);
        tab.say(`Loading ticket ${tickets.length + 1} of ${ids.length}.`);
        const query = { of: 'ticket', size, format: 'html' } as const;
        tickets.push(await (await callFile(printPaper, { params: { id }, query })).text());
      }
    } catch (error) {
      const { message } = failedCall(error);
      toastFailed(`${tickets.length} of ${ids.length} tickets are in the print view. ${message}`);
    }
    setFetched(null);
    if (tickets.length === 0) tab.close();
    else if (!printPage(asOnePage(tickets), tab)) toastFailed(tabBlocked);
  }

  return (
    <Button
      size={buttonSize}
      icon={<IconPrinter size={17} stroke={1.8} aria-hidden />}
      loading={fetched !== null}
      loadingLabel={`${fetched ?? 0} of ${ids.length}`}
      onClick={() => void print()}
    >
      {ids.length === 1 ? 'Print ticket' : `Print ${plural(ids.length, 'ticket')}`}
    </Button>
  );
}
