import * as contract from '#contract/modules/money/refunds.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { findException } from '#server/features/exceptions/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { serveRegister } from '#server/lists/register.ts';
import { heldAgainstTrail } from './against-trail.ts';
import {
  decide,
  propose,
  proposeOfException,
  refundsToConfirm,
  reverse,
  takeBack,
} from './commands.ts';
import { findRefund, readRefunds } from './queries.ts';

export const refundsPart: Part = {
  name: 'refunds',
  heldAgainstTrail,
  routes: refundRoutes,
  queues: { refund: refundsToConfirm, reversal: refundsToConfirm },
};

function refundRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findRefund(db, caller, id);
  serveRegister(deps, contract.refundRegister, readRefunds);
  serve.record(contract.readRefund, find, ({ record }) => Promise.resolve(answered(record)));
  serve.record(
    contract.proposeRefund,
    ({ id }, caller) => findBooking(db, caller, id),
    async ({ record, body, ...taker }) => answered(await propose(deps, taker, record, body)),
  );
  serve.record(
    contract.proposeExceptionRefund,
    ({ id }, caller) => findException(db, caller, id),
    async ({ record, body, ...taker }) =>
      answered(await proposeOfException(deps, taker, record, body)),
  );
  serve.record(contract.proposeReversal, find, async ({ record, body, ...taker }) =>
    answered(await reverse(deps, taker, record, body)),
  );
  serve.record(contract.decideRefund, find, async ({ record, body, ...taker }) =>
    answered(await decide(deps, taker, record, body)),
  );
  serve.record(contract.takeBackRefund, find, async ({ record, ...taker }) =>
    answered(await takeBack(deps, taker, record)),
  );
}
