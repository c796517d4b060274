import type { ResponseOf } from '#contract/endpoint.ts';
import { readMap, readPlaceNames } from '#contract/map.ts';
import type { Part } from '#server/acts/part.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { JsonText } from '#server/http/json-text.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { mapOf, placeNamesOf } from './queries.ts';

export const mapPart: Part = {
  name: 'map',
  routes: mapRoutes,
};

function mapRoutes({ serve, reading }: Deps): void {
  const shared = sharedReadings<Outcome<JsonText<ResponseOf<typeof readMap>>>>();
  serve(readMap, ({ query, caller }) =>
    shared(JSON.stringify([caller.role, caller.scope, query]), async () => {
      const map = answered(await mapOf(reading, caller, query));
      return map instanceof Refusal ? map : new JsonText(JSON.stringify(map));
    }),
  );
  const sharedNames = sharedReadings<Outcome<ResponseOf<typeof readPlaceNames>>>();
  serve(readPlaceNames, ({ query, caller }) =>
    sharedNames(JSON.stringify([caller.role, caller.scope, query]), async () =>
      answered(await placeNamesOf(reading, caller, query)),
    ),
  );
}
