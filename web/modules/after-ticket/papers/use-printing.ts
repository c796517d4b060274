import { useState } from 'react';
import {
  type PaperKind,
  type PaperSize,
  printPaper,
} from '#contract/modules/after-ticket/papers.ts';
import { callFile } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { type OpenedTab, openTab } from '#web/records/open-tab.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';

/** `html` is a print view in a tab, `pdf` a download. */
export type PaperFormat = 'html' | 'pdf';

export const formats: readonly (readonly [PaperFormat, string])[] = [
  ['html', 'Print view'],
  ['pdf', 'PDF'],
];

export const tabBlocked =
  'The browser blocked the print view. Allow pop-ups for this address, or save the PDF.';

/** Enough for the slowest phone to load the file behind an address. */
const addressLastsMs = 600_000;

/** Prints papers of one booking, one at a time. `print` opens a tab, so call it in the click itself. */
export function usePrinting(id: string) {
  const { busy, show } = usePapers();
  const print = (of: PaperKind, format: PaperFormat, size: PaperSize) =>
    show(`${of} ${format}`, format, () =>
      callFile(printPaper, { params: { id }, query: { of, size, format } }),
    );
  return { busy, print };
}

/** Shows one paper at a time, or saves it. `show` opens a tab, so call it in the click itself. */
export function usePapers() {
  const [busy, setBusy] = useState<string | null>(null);

  async function show(
    name: string,
    format: PaperFormat,
    fetchPaper: () => Promise<File>,
  ): Promise<void> {
    if (busy !== null) return;
    const tab = format === 'html' ? openTab() : null;
    setBusy(name);
    try {
      if (format === 'pdf') toastDone(`Downloaded ${savePdf(await fetchPaper())}`);
      else if (tab === null || !printPage(await (await fetchPaper()).text(), tab))
        toastFailed(tabBlocked);
    } catch (error) {
      tab?.close();
      toastFailed(failedCall(error).message);
    } finally {
      setBusy(null);
    }
  }

  /** `busy`: the paper and the format that are under way, such as `ticket pdf`, or null. */
  return { busy, show };
}

/** Shows a print view in the tab and opens the print dialog over it; false when the tab is gone. */
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
  window.setTimeout(() => URL.revokeObjectURL(address), addressLastsMs);
  return address;
}
