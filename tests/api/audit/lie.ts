type Statement = () => string | Promise<string>;

/** Lists rows that lie: `audit verify` says so of each, or the database refuses it with these words. */
export type Lie =
  | { readonly by: Statement; readonly found: RegExp }
  | { readonly by: Statement; readonly refused: RegExp }
  /** Why nobody need notice it. */
  | { readonly harmless: string };

export const found = (by: Statement, finding: RegExp): Lie => ({ by, found: finding });
export const refused = (by: Statement, refusal: RegExp): Lie => ({ by, refused: refusal });
export const harmless = (reason: string): Lie => ({ harmless: reason });
