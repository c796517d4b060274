import { putShift, readMyDay } from '#contract/shifts.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { storeShift } from './commands.ts';
import { myDayOf } from './queries.ts';

export const shiftsPart: Part = {
  name: 'shifts',
  routes: shiftRoutes,
};

function shiftRoutes({ serve, db, reading }: Deps): void {
  serve(readMyDay, async ({ caller }) => answered(await myDayOf(db, reading, caller)));
  serve(putShift, async ({ params, body, actor, caller }) =>
    answered(await storeShift(db, actor, caller, params.id, body)),
  );
}
