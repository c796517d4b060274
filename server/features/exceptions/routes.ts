import { exceptionRegister } from '#contract/exceptions.ts';
import * as exceptions from '#contract/exceptions.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { serveRegister } from '#server/lists/register.ts';
import { exceptionsSettled } from './commands.ts';
import { findException, readExceptions, waitingExceptions } from './queries.ts';
import { confirm, propose } from './settling.ts';

export const exceptionsPart: Part = {
  name: 'exceptions',
  routes: exceptionRoutes,
  reads: { exception: ({ db }, caller, id) => findException(db, caller, id) },
  follows: exceptionsSettled,
  queues: {
    settlement: { rows: (caller) => waitingExceptions(caller, true) },
    exception: { rows: (caller) => waitingExceptions(caller, false) },
  },
};

function exceptionRoutes(deps: Deps): void {
  const { serve, db } = deps;
  serveRegister(deps, exceptionRegister, readExceptions);
  serve.record(
    exceptions.readException,
    ({ id }, caller) => findException(db, caller, id),
    ({ record }) => Promise.resolve(answered(record)),
  );
  serve.record(
    exceptions.settleException,
    ({ id }, caller) => findException(db, caller, id),
    async ({ record, body, actor, caller }) => {
      const refusal = await propose(deps, { actor, caller }, record, body);
      return refusal instanceof Refusal
        ? refusal
        : answered(await findException(db, caller, record.id));
    },
  );
  serve.record(
    exceptions.confirmException,
    ({ id }, caller) => findException(db, caller, id),
    async ({ record, body, actor, caller }) => {
      const refusal = await confirm(deps, { actor, caller }, record, body);
      return refusal instanceof Refusal
        ? refusal
        : answered(await findException(db, caller, record.id));
    },
  );
}
