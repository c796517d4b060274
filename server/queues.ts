import { backupQueues } from './backup/nightly.ts';
import { failedQueue } from './db/queues.ts';
import { auditQueues } from './features/audit/nightly.ts';
import { liveQueues } from './features/live/jobs.ts';
import { paymentQueues } from './features/payments/jobs.ts';
import { linkQueue } from './features/users/links.ts';
import { modules } from './modules.ts';
import { pruningQueues } from './pruning.ts';

/** Those of all jobs: the owner of the tables makes them, the application only uses them. */
export const queues = [
  failedQueue,
  ...paymentQueues,
  ...liveQueues,
  linkQueue,
  ...modules.flatMap(({ parts }) => parts.flatMap(({ jobs }) => jobs?.queues ?? [])),
  ...pruningQueues,
  ...auditQueues,
  ...backupQueues,
];
