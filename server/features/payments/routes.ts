import { noticePayment } from '#contract/notices.ts';
import * as payments from '#contract/payments.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking, findByBillRef } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { billStateOf } from './bill-state.ts';
import { billFollows, billLooksFirst } from './commands.ts';
import { checkPayment, startPayment, startSweep } from './commands.ts';
import { freshHeads } from './heads.ts';
import { takeNotice } from './notices.ts';
import { nothingDue } from './rules.ts';

export const paymentsPart: Part = {
  name: 'payments',
  routes: paymentRoutes,
  looksFirst: billLooksFirst,
  follows: billFollows,
};

function paymentRoutes(deps: Deps): void {
  const { serve, db } = deps;

  serve(payments.startPayment, async ({ body, actor, caller }) => {
    const booking = await findByBillRef(db, caller, body.billRef);
    return booking instanceof Refusal ? booking : startPayment(deps, actor, booking);
  });
  serve.record(
    checkBooking,
    ({ id }, caller) => findBooking(db, caller, id),
    async ({ record, actor }) =>
      record.withdrawal ? nothingDue : answered(await checkPayment(deps, actor, record._id)),
    // Each asks the gateway.
    { perMinute: 120, of: 'account' },
  );
  serve.record(
    payments.readBill,
    ({ id }, caller) => findBooking(db, caller, id),
    async ({ record }) => answered(await billStateOf(deps, record)),
  );
  serve(sweepBookings, async ({ actor, caller }) =>
    answered({ started: await startSweep(deps, actor, caller) }),
  );
  // The limit is generous: after an outage a gateway sends all its notices at once from few
  // addresses. A forger learns nothing by trying.
  serve.bytes(
    noticePayment,
    ({ params, actor }, sent) => takeNotice(deps, actor, params.gateway, sent),
    { perMinute: 1_200 },
  );
  serve(payments.listRevenueHeads, async () => answered(await freshHeads(deps)));
}
