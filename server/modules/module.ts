import type { ProposalKind } from '#contract/decisions.ts';
import type { Part } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';

/** What stands around the core of the product and can be left out, as one folder on each side. */
export interface Module {
  /** As an operator knows it. */
  readonly name: string;
  /** In the order in which they follow the acts of others. */
  readonly parts: readonly Part[];
  /** Its records. Where one of these tables has a row, the module can't be left out. */
  readonly tables: readonly (keyof DB)[];
  /** The kinds of what is decided by two in it; one that waits keeps it from being left out too. */
  readonly proposals?: readonly ProposalKind[];
}
