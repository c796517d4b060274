import { collisionSorts, type CollisionSort } from '#contract/collisions.ts';
import type { ListGrammar } from '#web/lists/query.ts';

/** The columns of the accidents, in the order of the specification. */
export const usualColumns = [
  'reference',
  'date',
  'zone',
  'location',
  'fatalities',
  'injuries',
] as const;

/** Every column that the accidents can show, as the address names it. */
export const collisionColumnKeys = [...usualColumns, 'vehicles', 'team', 'recordedBy'] as const;
export type CollisionColumnKey = (typeof collisionColumnKeys)[number];

export const collisionGrammar: ListGrammar<CollisionSort> = {
  filters: ['period', 'from', 'to', 'organisation', 'zone'],
  sorts: collisionSorts,
  columns: collisionColumnKeys,
  usualColumns,
};
