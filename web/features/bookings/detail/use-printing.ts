import { useState } from 'react';
import type { PaperKind, PaperSize } from '#contract/papers.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { openTab } from './open-tab.ts';
import { savePdf, showPrintView } from './print-paper.ts';

/** In a tab that prints itself, or as a file. */
export type PrintWay = 'view' | 'pdf';

const keptClosed =
  'The browser kept the print view closed. Allow pop-ups for this address, or take the PDF.';

/** Prints papers of one booking, one after the other; `print` is to be called in the click itself. */
export function usePrinting(id: string) {
  const [busy, setBusy] = useState<string | null>(null);

  async function print(of: PaperKind, way: PrintWay, size: PaperSize): Promise<void> {
    if (busy !== null) return;
    const paper = { id, of, size };
    const tab = way === 'view' ? openTab() : null;
    setBusy(`${of} ${way}`);
    try {
      if (way === 'pdf') toastDone(`${await savePdf(paper)} is downloaded.`);
      else if (tab === null || !(await showPrintView(paper, tab))) toastFailed(keptClosed);
    } catch (error) {
      tab?.close();
      toastFailed(error instanceof CallFailure ? error.message : unexpected.message);
    } finally {
      setBusy(null);
    }
  }

  /** `busy`: the paper and the way that are under way, or null. */
  return { busy, print };
}
