import { printPaper as printCall } from '#contract/papers.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { printPaper } from './commands.ts';

/** The papers of bookings, for those who may read the booking. */
export function paperRoutes(deps: Deps): void {
  deps.serve.downloadRecord(
    printCall,
    ({ id }, caller) => findBooking(deps.db, caller, id),
    ({ record, query, actor, caller }) => printPaper(deps, actor, caller, record, query),
    { perMinute: 120, of: 'account' },
  );
}
