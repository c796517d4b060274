import type { Fee } from '#contract/fees.ts';
import { naira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { timesOf, type FeeTime } from './fee-rules.ts';
import css from './fees.module.css';

const words: Record<FeeTime, string> = { 'to come': 'To come', today: 'Today', past: 'Past' };

/** What an offence costs and has cost, the latest first: from when, why, and who set it. */
export function FeeHistory({ fees }: { fees: readonly Fee[] }) {
  const times = timesOf(fees, useToday());
  return (
    <section aria-label="Fees to come and past">
      <h3 className={css['heading']}>Fees to come and past</h3>
      <ol className={css['history']}>
        {fees.map(({ amount, from, reason, setBy, setAt }, place) => {
          const time = times[place] ?? 'past';
          return (
            <li key={from ?? ''} className={css['fee']} data-time={time}>
              <b>{naira(amount)}</b>
              <span>{from === null ? 'From the beginning' : `From ${from}`}</span>
              <span className={css['time']}>{words[time]}</span>
              <span className={css['why']}>
                {setBy
                  ? `${reason} (${setBy.name}, ${setAt === null ? '' : dateOf(setAt)})`
                  : "The catalogue's own amount"}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
