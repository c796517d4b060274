import { userSorts, type UserSort } from '#contract/users.ts';
import type { ListGrammar } from '#web/lists/query.ts';

/** The columns of the users, in the order of the specification. */
export const usualColumns = ['state', 'role', 'username', 'name', 'email', 'phone'] as const;

/** Every column that the users can show, as the address names it. */
export const userColumnKeys = [...usualColumns, 'zone', 'lastActive', 'added'] as const;
export type UserColumnKey = (typeof userColumnKeys)[number];

export const userGrammar: ListGrammar<UserSort> = {
  filters: [],
  sorts: userSorts,
  columns: userColumnKeys,
  usualColumns,
};
