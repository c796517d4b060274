import { printCollision as printCall } from '#contract/modules/after-ticket/papers.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findCollision } from '#server/features/collisions/queries.ts';
import { printCollision } from './commands.ts';

export const collisionPapersPart: Part = {
  name: 'collision papers',
  routes: (deps: Deps) => {
    deps.serve.downloadRecord(
      printCall,
      ({ id }, caller) => findCollision(deps, caller, id),
      ({ record, query, actor, caller }) => printCollision(deps, actor, caller, record, query),
      { perMinute: 60, of: 'account' },
    );
  },
};
