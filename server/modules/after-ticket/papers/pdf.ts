import { buffer } from 'node:stream/consumers';
import type { PaperSize } from '#contract/modules/after-ticket/papers.ts';
import { missingSign, printable } from '#contract/printable.ts';
import { type CollisionSheet, drawCollision, type FittedSheet, fitted } from './collision-sheet.ts';
import { joinedPdf } from './joined-pdf.ts';
import type { Paper } from './paper.ts';
import { drawPicture, type PictureSheet } from './picture-sheet.ts';
import { drawReport, type ReportSheet } from './report-sheet.ts';
import { drawRoll, heightOfRoll, type RollSize } from './roll.ts';
import { drawSheet } from './sheet.ts';

interface Order {
  readonly paper: Paper;
  readonly size: PaperSize;
}

const missing = { lead: missingSign, rest: 'stands for letters that this paper cannot show.' };
const lettersMissing = `${missing.lead} ${missing.rest}`;

/** True if a text of it has letters that no font of papers has. */
function lacksLetters(drawn: unknown): boolean {
  if (typeof drawn === 'string') return printable(drawn).missing !== '';
  if (typeof drawn !== 'object' || drawn === null || drawn instanceof Uint8Array) return false;
  return Object.values(drawn).some(lacksLetters);
}

/** The paper, which says where letters are missing. */
function told(paper: Paper): Paper {
  if (!lacksLetters(paper)) return paper;
  const { contacts } = paper;
  return {
    ...paper,
    contacts: contacts ? { ...contacts, rest: `${contacts.rest} ${lettersMissing}` } : missing,
  };
}

/** A paper as PDF, drawn in a thread so that the server goes on answering. */
export default async function drawn({ paper, size }: Order): Promise<Uint8Array> {
  const doc = size === 'a4' ? drawSheet(told(paper)) : drawRoll(told(paper), size);
  doc.end();
  return buffer(doc);
}

/** The length of roll that a paper needs, in CSS pixels. */
export const rollHeight = ({ paper, size }: { paper: Paper; size: RollSize }): number =>
  heightOfRoll(told(paper), size);

/** A report that can be signed, as PDF. */
export async function report(sheet: ReportSheet): Promise<Uint8Array> {
  const { report: made } = sheet;
  const notes = lacksLetters(sheet) ? [...made.notes, lettersMissing] : made.notes;
  const doc = drawReport({ ...sheet, report: { ...made, notes } });
  doc.end();
  return buffer(doc);
}

/** A picture of collisions that can be printed, as PDF. */
export async function picture(sheet: PictureSheet): Promise<Uint8Array> {
  const sentences = lacksLetters(sheet) ? [...sheet.sentences, lettersMissing] : sheet.sentences;
  const doc = drawPicture({ ...sheet, sentences });
  doc.end();
  return buffer(doc);
}

interface CollisionOrder {
  readonly sheet: CollisionSheet;
  /** The browser shows all letters in the print view. */
  readonly isPdf: boolean;
}

/** A collision as it has room on one page, which its PDF and its print view then show alike. */
export function collisionFitted({ sheet, isPdf }: CollisionOrder): FittedSheet {
  const lacks = isPdf && lacksLetters(sheet);
  return fitted(lacks ? { ...sheet, notes: [...sheet.notes, lettersMissing] } : sheet);
}

/** The same as PDF. */
export async function collision(sheet: FittedSheet): Promise<Uint8Array> {
  const doc = drawCollision(sheet);
  doc.end();
  return buffer(doc);
}

interface Joining {
  readonly title: string;
  readonly files: readonly Uint8Array[];
}

/** PDFs of ours as one. */
export const joined = ({ title, files }: Joining): Uint8Array => joinedPdf(title, files);
