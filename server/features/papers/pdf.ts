import { buffer } from 'node:stream/consumers';
import type { PaperSize } from '#contract/papers.ts';
import type { Paper } from './paper.ts';
import { drawPicture, type PictureSheet } from './picture-sheet.ts';
import { drawReport, type ReportSheet } from './report-sheet.ts';
import { drawRoll, heightOfRoll, type RollSize } from './roll.ts';
import { drawSheet } from './sheet.ts';

interface Order {
  readonly paper: Paper;
  readonly size: PaperSize;
}

/** A paper as PDF, drawn in a thread so that the server goes on answering. */
export default async function drawn({ paper, size }: Order): Promise<Uint8Array> {
  const doc = size === 'a4' ? drawSheet(paper) : drawRoll(paper, size);
  doc.end();
  return buffer(doc);
}

/** The length of roll that a paper needs, in CSS pixels. */
export const rollHeight = ({ paper, size }: { paper: Paper; size: RollSize }): number =>
  heightOfRoll(paper, size);

/** A report that can be signed, as PDF. */
export async function report(sheet: ReportSheet): Promise<Uint8Array> {
  const doc = drawReport(sheet);
  doc.end();
  return buffer(doc);
}

/** A picture of collisions that can be printed, as PDF. */
export async function picture(sheet: PictureSheet): Promise<Uint8Array> {
  const doc = drawPicture(sheet);
  doc.end();
  return buffer(doc);
}
