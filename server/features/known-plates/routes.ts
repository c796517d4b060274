import { readKnownPlates } from '#contract/known-plates.ts';
import { may } from '#contract/roles.ts';
import type { Part } from '#server/acts/part.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { changedPlates, platesOf } from './queries.ts';
import { cursorText, type PlatesRead, readCursor } from './rules.ts';

export const knownPlatesPart: Part = {
  name: 'known plates',
  routes: knownPlateRoutes,
};

function knownPlateRoutes({ serve, reading, reports, lookups }: Deps): void {
  const shared = sharedReadings<PlatesRead>();
  serve(
    readKnownPlates,
    async ({ query, caller: { scope, role }, caller }) => {
      const audience = { scope, seesPaid: may(role, 'see paid bookings') };
      const cursor = readCursor(query.after, audience);
      const changed = cursor && (await changedPlates(reading, audience, cursor));
      const read =
        // All of a place's plates are as much as a file: lists must not wait for them.
        changed ?? (await shared(JSON.stringify(audience), () => platesOf(reports, audience)));
      const { position, ...plates } = read;
      lookups.note(caller, { kind: 'plates', rows: plates.bookings.id.length });
      return answered({ ...plates, cursor: cursorText(position, audience) });
    },
    // A device asks every quarter of an hour, and at every start.
    { perMinute: 30, of: 'account' },
  );
}
