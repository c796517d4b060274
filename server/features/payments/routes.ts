import { checkBooking, sweepBookings } from '#contract/bookings.ts';
import * as payments from '#contract/payments.ts';
import type { Deps } from '../../app.ts';
import { answered } from '../../http/answered.ts';
import { Refusal } from '../../http/refusal.ts';
import { findBooking, findByBillRef } from '../bookings/queries.ts';
import { startPayment, startSweep } from './commands.ts';
import { freshHeads } from './heads.ts';
import { checkPayment } from './settlement.ts';

export function paymentRoutes(deps: Deps): void {
  const { serve, db } = deps;

  serve(payments.startPayment, async ({ body, actor, caller }) => {
    const booking = await findByBillRef(db, caller, body.billRef);
    return booking instanceof Refusal ? booking : startPayment(deps, actor, booking);
  });
  serve.record(
    checkBooking,
    ({ id }, caller) => findBooking(db, caller, id),
    async ({ record, actor }) => answered(await checkPayment(deps, actor, record._id)),
  );
  serve(sweepBookings, async ({ actor, caller }) =>
    answered({ started: await startSweep(deps, actor, caller) }),
  );
  serve(payments.listRevenueHeads, async () => answered(await freshHeads(deps)));
}
