import { useState } from 'react';
import { printPaper } from '#contract/modules/after-ticket/papers.ts';
import { callFile } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { plural } from '#web/format/words.ts';
import { openTab } from '#web/records/open-tab.ts';
import { Button, type ButtonProps } from '#web/ui/controls/button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconPrinter } from '#web/ui/icons.ts';
import { asOnePrintView } from './many-tickets.ts';
import { usePaperSize } from './paper-size.tsx';
import { printPage, tabBlocked } from './use-printing.ts';

interface PrintTicketsProps extends Pick<ButtonProps, 'size'> {
  ids: readonly string[];
}

/** Prints the tickets of several bookings at once, on the paper in this device's printer. */
export function PrintTickets({ ids, size }: PrintTicketsProps) {
  const paperSize = usePaperSize();
  /** How many tickets have been fetched; null unless it prints. */
  const [fetched, setFetched] = useState<number | null>(null);

  async function fetchTicket(id: string): Promise<string> {
    const query = { of: 'ticket', size: paperSize, format: 'html' } as const;
    const file = await callFile(printPaper, { params: { id }, query });
    return file.text();
  }

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
        tickets.push(await fetchTicket(id));
      }
    } catch (error) {
      const { message } = failedCall(error);
      toastFailed(
        tickets.length === 0
          ? message
          : `Only ${tickets.length} of ${ids.length} tickets are in the print view. ${message}`,
      );
    }
    setFetched(null);
    if (tickets.length === 0) tab.close();
    else if (!printPage(asOnePrintView(tickets), tab)) toastFailed(tabBlocked);
  }

  return (
    <Button
      size={size}
      icon={<IconPrinter size={17} stroke={1.8} aria-hidden />}
      loading={fetched !== null}
      loadingLabel={`${fetched ?? 0} of ${ids.length}`}
      onClick={() => void print()}
    >
      {ids.length === 1 ? 'Print ticket' : `Print ${plural(ids.length, 'ticket')}`}
    </Button>
  );
}
