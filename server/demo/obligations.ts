import type { ObligationKind } from '#contract/modules/after-ticket/obligations.ts';
import { obligationRows } from '#server/modules/after-ticket/obligations/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { inOfficeHours } from './calendar.ts';
import { demoDispute } from './disputes.ts';
import { createRandom } from './random.ts';
import type { Handled } from './rows.ts';
import { demoRules } from './ticket-rules.ts';

const reasons: Readonly<Record<ObligationKind, string>> = {
  custody: 'The vehicle left the yard with its clearance slip.',
  case: 'The court has decided.',
  repairs: 'We saw the repair at the yard.',
  training: 'The driver showed the driving school’s certificate.',
  test: 'The hospital’s letter was shown.',
  roadside: 'Done at the roadside.',
  charge: 'The passenger has paid.',
  other: 'The driver has done this.',
};

const waiverReasons: Readonly<Partial<Record<string, string>>> = {
  repairs: 'The vehicle was sold for scrap. The owner showed the yard’s paper.',
  training: 'The driving school has closed, and the zonal head has warned the driver.',
  charge: 'The passenger is a child, and the driver was warned.',
};

/** A waiver is confirmed two days after it was asked. */
export const waivedAt = (asked: Date): Date => inOfficeHours(new Date(asked.getTime() + 2 * dayMs));

/** What the penalties of a demo's booking ask for: most are done once its vehicle is cleared. */
export function demoObligations(booking: Handled, now: Date) {
  const { id, organisation, body, offences, madeAt, clearedAt, clearedById, madeById } = booking;
  const random = createRandom(`obligations of ${id}`);
  const ticket = { id, organisation, zone: body.zone, demo: true, offences };
  const isWithdrawn = demoDispute(booking, now)?.withdrawn !== undefined;
  const rows = obligationRows(ticket, { day: dayOf(madeAt), rules: demoRules(organisation) });
  return rows.map((row) => {
    const isAtOnce = row.kind === 'roadside';
    const at = isAtOnce
      ? new Date(madeAt.getTime() + 20_000)
      : clearedAt &&
        inOfficeHours(new Date(clearedAt.getTime() + random.between(1, 72) * (dayMs / 24)));
    const by = isAtOnce ? madeById : clearedById;
    const isDone = at !== null && by !== null && at < now && (isAtOnce || random.chance(0.8));
    if (!isDone) return isWithdrawn ? { ...row, state: 'void' } : waiverOf(row, booking, now);
    const reason = reasons[row.kind as ObligationKind];
    return { ...row, state: 'done', reason, acted_by: by, acted_at: at };
  });
}

/** Some are waived: the officer of the ticket has asked, and a state admin agreed. */
function waiverOf(row: ReturnType<typeof obligationRows>[number], booking: Handled, now: Date) {
  const { id, organisation, madeAt, madeBy, madeById: acted_by, judgeId } = booking;
  const random = createRandom(`waiver of ${id} ${row.place}`);
  const day = Date.parse(dayOf(madeAt)) + random.between(10, 60) * dayMs;
  const acted_at = inOfficeHours(new Date(day + random.between(8 * 60, 16 * 60) * 60_000));
  const reason = waiverReasons[row.kind];
  const mayAsk = organisation === 'Kaduna' && madeBy.role === 'booking officer';
  if (!mayAsk || !reason || acted_at > now || !random.chance(0.2)) return row;
  return waivedAt(acted_at) < now && random.chance(0.7)
    ? { ...row, reason, acted_by, acted_at, state: 'waived', waived_by: judgeId }
    : { ...row, reason, acted_by, acted_at, state: 'waiver asked' };
}
