import { useState } from 'react';
import {
  type PaperKind,
  type PaperSize,
  printPaper,
} from '#contract/modules/after-ticket/papers.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { callFile } from '#web/api/call.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { type OpenedTab, openTab } from '#web/records/open-tab.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';

/** A page in a tab that prints itself, or a file. */
export type PaperFormat = 'html' | 'pdf';

export const tabBlocked =
  'The browser blocked the print view. Allow pop-ups for this address, or save the PDF.';

/** Long enough for the slowest phone to load the file behind an address. Milliseconds. */
const addressLasts = 600_000;

/** Prints papers of one booking, one after the other. Call `print` in the click itself, for its tab. */
export function usePrinting(id: string) {
  const [busy, setBusy] = useState<string | null>(null);

  async function print(of: PaperKind, format: PaperFormat, size: PaperSize): Promise<void> {
    if (busy !== null) return;
    const tab = format === 'html' ? openTab() : null;
    setBusy(`${of} ${format}`);
    try {
      const fetchPaper = () =>
        callFile(printPaper, { params: { id }, query: { of, size, format } });
      if (format === 'pdf') toastDone(`${savePdf(await fetchPaper())} is downloaded.`);
      else if (tab === null || !printPage(await (await fetchPaper()).text(), tab))
        toastFailed(tabBlocked);
    } catch (error) {
      tab?.close();
      toastFailed(error instanceof CallFailure ? error.message : unexpected.message);
    } finally {
      setBusy(null);
    }
  }

  /** `busy`: the paper and the format that are under way, such as `ticket pdf`, or null. */
  return { busy, print };
}

/** Shows a page in the tab and has it printed; false when the tab is gone. */
export function printPage(paper: string, tab: OpenedTab): boolean {
  // A page that was not loaded from the server needs its links with their host, and in Firefox its
  // policy, where 'self' would be the page's own address.
  const { origin } = window.location;
  const page = paper
    .replaceAll('href="/papers/', `href="${origin}/papers/`)
    .replaceAll('&#39;self&#39;', origin);
  const address = addressOf(new Blob([page], { type: 'text/html; charset=utf-8' }));
  if (!tab.show(address)) return false;
  tab.print(address);
  return true;
}

/** Saves a file on the device, and returns its name. */
function savePdf(file: File): string {
  const link = document.createElement('a');
  link.href = addressOf(file);
  link.download = file.name;
  link.click();
  return file.name;
}

function addressOf(file: Blob): string {
  const address = URL.createObjectURL(file);
  window.setTimeout(() => URL.revokeObjectURL(address), addressLasts);
  return address;
}
