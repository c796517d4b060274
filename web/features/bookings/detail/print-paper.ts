import { printPaper, type PaperKind, type PaperSize } from '#contract/papers.ts';
import { callFile } from '#web/api/call.ts';
import type { WaitingTab } from './open-tab.ts';

export interface ChosenPaper {
  id: string;
  of: PaperKind;
  size: PaperSize;
}

/** Long enough for the slowest phone to have taken over what an address of a file leads to. */
const takenOver = 600_000;

/** Shows the print view of a paper in a tab and has it printed; false when the tab is gone. Rejects as `callFile` does. */
export async function showPrintView(paper: ChosenPaper, tab: WaitingTab): Promise<boolean> {
  const page = await (await fetchPaper(paper, 'html')).text();
  // In a page that is no file of the server's, an address without a host leads nowhere.
  const whole = page.replaceAll('href="/papers/', `href="${window.location.origin}/papers/`);
  const address = addressOf(new Blob([whole], { type: 'text/html; charset=utf-8' }));
  if (!tab.show(address)) return false;
  tab.print(address);
  return true;
}

/** Saves a paper as PDF, and answers with the name of the file. Rejects as `callFile` does. */
export async function savePdf(paper: ChosenPaper): Promise<string> {
  const file = await fetchPaper(paper, 'pdf');
  const link = document.createElement('a');
  link.href = addressOf(file);
  link.download = file.name;
  link.click();
  return file.name;
}

const fetchPaper = ({ id, of, size }: ChosenPaper, format: 'pdf' | 'html'): Promise<File> =>
  callFile(printPaper, { params: { id }, query: { of, size, format } });

function addressOf(file: Blob): string {
  const address = URL.createObjectURL(file);
  window.setTimeout(() => URL.revokeObjectURL(address), takenOver);
  return address;
}
