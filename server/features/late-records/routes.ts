import { lateRecordRegister } from '#contract/late-record-register.ts';
import * as lateRecords from '#contract/late-records.ts';
import { serveAct, servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { serveRegister } from '#server/lists/register.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { admit } from './commands.ts';
import { eraseLabels } from './commands.ts';
import { deciding, takingOut } from './decisions.ts';
import {
  findLateRecord,
  lateCountsOf,
  linesOfLate,
  listTakenOutOf,
  readLateRecords,
  waitingLateRecords,
} from './queries.ts';

export const lateRecordsPart: Part = {
  name: 'late records',
  routes: lateRecordRoutes,
  pruning: {
    personal: {
      labels: ({ db, config: { keepPersonsYears } }) =>
        keepPersonsYears === undefined ? Promise.resolve(0) : eraseLabels(db, keepPersonsYears),
    },
  },
  admits: admit,
  reportLines: linesOfLate,
  queues: { 'late record': { rows: waitingLateRecords } },
};

function lateRecordRoutes(deps: Deps): void {
  const { serve, db, reading, reports } = deps;
  serveRegister(deps, lateRecordRegister, readLateRecords);
  serve(lateRecords.countLateRecords, async ({ query: { from, to, ...place }, caller }) => {
    const scope = chosenPlace(caller.scope, place);
    if (scope instanceof Refusal) return scope;
    return answered(await lateCountsOf(reports, scope, { from, to }));
  });
  serve(lateRecords.listTakenOutRecords, ({ query, caller }) =>
    listTakenOutOf(reading, caller, query),
  );
  servePlainAct(deps, lateRecords.takeOutRecord, takingOut);
  const find = ({ id }: { id: string }, caller: Caller) => findLateRecord(db, caller, id);
  serve.record(lateRecords.readLateRecord, find, ({ record }) => Promise.resolve(answered(record)));
  serveAct(deps, lateRecords.decideLateRecord, find, deciding);
}
