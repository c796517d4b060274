import { reportBreakages } from '#contract/breakages.ts';
import * as operations from '#contract/operations.ts';
import * as setup from '#contract/setup.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { builtScripts } from '#server/http/pages.ts';
import { Refusal } from '#server/http/refusal.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { noteBreakages } from './breakages.ts';
import { handingOver, retrying } from './commands.ts';
import type { Surroundings } from './figures.ts';
import { failedJobsFor, findFailedJob, securityEventsFor, standingFor } from './queries.ts';
import { setupOf, takeStep } from './setup.ts';

export function operationRoutes(deps: Deps, surroundings: Surroundings): void {
  const { serve, db, reading } = deps;
  serve(operations.readOperations, async ({ caller }) =>
    answered(await standingFor(deps, surroundings, caller)),
  );
  serve(setup.readSetup, async ({ query, caller }) => {
    const organisation = theWholeOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await setupOf(deps, surroundings, caller, organisation));
  });
  serve(
    setup.takeSetupStep,
    async ({ body: { organisation: chosen, step }, actor, caller }) => {
      const organisation = theWholeOrganisation(caller.scope, chosen);
      if (organisation instanceof Refusal) return organisation;
      const failed = await takeStep(deps, actor, caller, { organisation, step });
      return failed ?? answered(await setupOf(deps, surroundings, caller, organisation));
    },
    { perMinute: 10, of: 'account' },
  );
  const scripts = builtScripts();
  serve(
    reportBreakages,
    async ({ body, actor }) => {
      await noteBreakages(db, await scripts, actor.id, body.reports);
      return answered(null);
    },
    { perMinute: 10, of: 'account' },
  );
  serve(operations.listFailedJobs, async ({ caller }) =>
    answered(await failedJobsFor(reading, caller)),
  );
  const job = ({ id }: { id: string }, caller: Caller) => findFailedJob(db, caller, id);
  serveAct(deps, operations.retryJob, job, retrying(deps));
  serveAct(deps, operations.handOverJob, job, handingOver);
  serve(operations.listSecurityEvents, ({ query, caller }) =>
    securityEventsFor(reading, caller, query),
  );
}
