import { putShift, readMyDay } from '#contract/modules/field-work/shifts.ts';
import { servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { storing } from './commands.ts';
import { endForgottenShifts } from './commands.ts';
import { myDayOf } from './queries.ts';

export const shiftsPart: Part = {
  name: 'shifts',
  routes: shiftRoutes,
  chores: [{ intervalMs: 60_000, idleMs: 60_000, step: ({ db }) => endForgottenShifts(db) }],
};

function shiftRoutes(deps: Deps): void {
  const { serve, db, reading } = deps;
  serve(readMyDay, async ({ caller }) => answered(await myDayOf(db, reading, caller)));
  servePlainAct(deps, putShift, storing);
}
