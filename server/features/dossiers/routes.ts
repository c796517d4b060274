import { readDossier, readKnown } from '#contract/dossiers.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { dossierOf, knownOf } from './queries.ts';

export function dossierRoutes({ serve, reading }: Deps): void {
  // The form asks when a field is left.
  const limit = { perMinute: 120, of: 'account' } as const;
  serve(
    readDossier,
    async ({ query, caller }) => answered(await dossierOf(reading, caller, query)),
    limit,
  );
  serve(
    readKnown,
    async ({ query, caller }) => answered(await knownOf(reading, caller, query)),
    limit,
  );
}
