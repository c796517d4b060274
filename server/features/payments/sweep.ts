import type { Deps } from '../../app.ts';
import { system } from '../../http/caller.ts';
import type { SweepJob } from './jobs.ts';
import { settleIfPaid } from './settlement.ts';

const atMost = 200;
const atOnce = 4;

/** Asks the gateway about the open bills of a scope, those longest unasked first. */
export async function sweepBills(deps: Deps, { organisation, zone }: SweepJob): Promise<void> {
  const open = await deps.db
    .selectFrom('bookings')
    .select(['id', 'bill_ref', 'bill_gateway'])
    .where('organisation', '=', organisation)
    .$if(zone !== null, (query) => query.where('zone', '=', zone))
    .$if(!deps.config.demo, (query) => query.where('demo', '=', false))
    .where('paid', '=', false)
    .where('bill_ref', 'is not', null)
    .$narrowType<{ bill_ref: string }>()
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(atMost)
    .execute();
  const asking = Array.from({ length: atOnce }, async () => {
    for (let bill = open.shift(); bill; bill = open.shift()) {
      await settleIfPaid(deps, system, bill);
    }
  });
  await Promise.all(asking);
}
