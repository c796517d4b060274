import type { StatementOwner } from '#contract/statements.ts';

/** Whose statement it is: a settlement report, or the account to which a gateway pays. */
export const ownerWords = (whose: StatementOwner, gateway: string): string =>
  whose === 'gateway' ? gateway : `Bank account that ${gateway} pays to`;
