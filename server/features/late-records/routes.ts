import * as lateRecords from '#contract/late-records.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { admit, broughtInNoted } from './commands.ts';
import { decide, takeOut } from './decisions.ts';
import {
  findLateRecord,
  lateCountsOf,
  linesOfLate,
  listLateRecordsOf,
  listTakenOutOf,
} from './queries.ts';

export const lateRecordsPart: Part = {
  name: 'late records',
  routes: lateRecordRoutes,
  admits: admit,
  follows: broughtInNoted,
  reportLines: linesOfLate,
};

function lateRecordRoutes(deps: Deps): void {
  const { serve, db, reading, reports } = deps;
  serve(lateRecords.listLateRecords, ({ query, caller }) =>
    listLateRecordsOf(reading, caller, query),
  );
  serve(lateRecords.countLateRecords, async ({ query: { from, to, ...place }, caller }) => {
    const scope = chosenPlace(caller.scope, place);
    if (scope instanceof Refusal) return scope;
    return answered(await lateCountsOf(reports, scope, { from, to }));
  });
  serve(lateRecords.listTakenOutRecords, ({ query, caller }) =>
    listTakenOutOf(reading, caller, query),
  );
  serve(lateRecords.takeOutRecord, async ({ body, actor, caller, created }) => {
    const taken = await takeOut(deps, actor, caller, body);
    if (taken instanceof Refusal) return taken;
    if (taken.isNew) created();
    return answered(taken.record);
  });
  serve.record(
    lateRecords.readLateRecord,
    ({ id }, caller) => findLateRecord(db, caller, id),
    ({ record }) => Promise.resolve(answered(record)),
  );
  serve.record(
    lateRecords.decideLateRecord,
    ({ id }, caller) => findLateRecord(db, caller, id),
    async ({ record, body, actor, caller }) =>
      answered(await decide(deps, actor, caller, record, body)),
  );
}
