import { readDossier, readKnown } from '#contract/dossiers.ts';
import { exportPerson } from '#contract/person-files.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { exportPersonOf } from './export.ts';
import { dossierOf, knownOf } from './queries.ts';

export const dossiersPart: Part = {
  name: 'dossiers',
  routes: dossierRoutes,
};

function dossierRoutes(deps: Deps): void {
  const { serve, reading, lookups } = deps;
  // The form asks when a field is left.
  const limit = { perMinute: 120, of: 'account' } as const;
  serve(
    readDossier,
    async ({ query, caller }) => {
      const dossier = await dossierOf(reading, caller, query);
      const rows = dossier.bookings.length + dossier.crashes.length;
      lookups.note(caller, { kind: 'dossier', asked: query.value, rows });
      return answered(dossier);
    },
    limit,
  );
  serve(
    readKnown,
    async ({ query, caller }) => {
      const known = await knownOf(reading, caller, query);
      const rows = known.open.count + known.paid.count + known.collisions;
      lookups.note(caller, { kind: 'known', asked: query.value, rows });
      return answered(known);
    },
    limit,
  );
  serve.download(
    exportPerson,
    ({ body, caller, actor }) => exportPersonOf(deps, actor, caller, body),
    exportLimit,
  );
}
