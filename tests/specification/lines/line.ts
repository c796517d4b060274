/** A rule of the document, found by the number of its line, and the tests that hold the product to it. */
export interface Rule {
  readonly line: number;
  /** The rule in our own words. */
  readonly says: string;
  readonly tests: readonly string[];
}

/** Lines that ask for no behaviour, and why. */
export interface Nothing {
  readonly lines: readonly number[];
  readonly why: string;
}

export type Line = Rule | Nothing;

/** `tests` are named as `folder/file: title`; see titles.ts. */
export const rule = (line: number, says: string, ...tests: string[]): Rule => ({
  line,
  says,
  tests,
});

export const nothing = (why: string, ...lines: number[]): Nothing => ({ why, lines });
