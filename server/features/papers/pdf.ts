import { buffer } from 'node:stream/consumers';
import type { PaperSize } from '#contract/papers.ts';
import type { Paper } from './paper.ts';
import { drawRoll } from './roll.ts';
import { drawSheet } from './sheet.ts';

interface Order {
  readonly paper: Paper;
  readonly size: PaperSize;
}

export { rollHeight } from './roll.ts';

/** A paper as PDF, drawn in a thread so that the server goes on answering. */
export default async function drawn({ paper, size }: Order): Promise<Uint8Array> {
  const doc = size === '80mm' ? drawRoll(paper) : drawSheet(paper);
  doc.end();
  return buffer(doc);
}
