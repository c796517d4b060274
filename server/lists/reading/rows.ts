import { invalid, type Refusal } from '#server/http/refusal.ts';

/** A line of a file, from 1, and its cells without blanks around them. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The most rows of a file, and what holds them, such as "A statement". */
export interface MostRows {
  readonly what: string;
  readonly lines: number;
  /** With those above the head and below the last line. */
  readonly rows: number;
}

/** The refusal of a whole file. */
export const badFile = (sentence: string): Refusal => invalid('file', sentence);

export const tooMany = ({ what, lines }: MostRows): Refusal =>
  badFile(`${what} can have at most ${lines.toLocaleString('en-NG')} lines. Split the file.`);

/** The text of a cell without blanks of any kind around it, and with plain ones within. */
export const plainCell = (text: string): string =>
  text.replaceAll(/[\s\u200b\ufeff]+/g, ' ').trim();
