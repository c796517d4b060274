import { dashboardParts, readDashboard } from '#contract/dashboard.ts';
import { organisationNames } from '#contract/places.ts';
import type { Deps } from '#server/deps.ts';
import { JsonText } from '#server/http/json-text.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';

export function dashboardRoutes({ serve }: Deps): void {
  serve.together(readDashboard, ({ query: { organisation: asked, period }, caller }) => {
    const scope = chosenOrganisation(caller.scope, asked);
    if (scope instanceof Refusal) return scope;
    const organisation = scope.organisation ?? organisationNames[0];
    const head = JSON.stringify({ organisation, period });
    return {
      parts: dashboardParts(caller.role, organisation, period),
      answer: (texts) =>
        new JsonText(`{"success":true,"data":{${head.slice(1, -1)},"parts":${texts}}}`),
    };
  });
}
