import type { PaymentException } from './exceptions.ts';
import type { Organisation } from './places.ts';
import type { Period } from './statistics.ts';

/** How many rows the panels of a dashboard show at first. */
export const firstRows = { feed: 12, activities: 8, personnel: 8 } as const;

/** What the panels of a dashboard ask for at first. */
export const firstQueries = {
  figures: (organisation: Organisation, period: Period) => ({ organisation, period }),
  feed: (organisation: Organisation) =>
    ({ limit: firstRows.feed, page: 1, organisation, withdrawn: false }) as const,
  activities: (organisation: Organisation) => ({ limit: firstRows.activities, organisation }),
  personnel: (organisation: Organisation) =>
    ({ limit: firstRows.personnel, organisation, sort: '-lastActive' }) as const,
  /** How many wait, wherever the caller may see them. */
  exceptions: (state: PaymentException['state']) => ({ limit: 1, state }),
};
