import type { Difference } from '#contract/differences.ts';
import { Bill, Side } from './difference-columns.tsx';
import { kindWords, storyOf } from './difference-words.ts';
import { signed } from './difference-sums.tsx';
import css from './differences.module.css';

/** One difference on a phone. */
export function DifferenceCard({ difference }: { difference: Difference }) {
  return (
    <div className={css['card']}>
      <h2 className={css['kind']}>{kindWords[difference.kind]}</h2>
      <p className={css['story']}>{storyOf(difference)}</p>
      <Bill difference={difference} />
      <dl className={css['sides']}>
        <div>
          <dt>Hanya</dt>
          <dd>
            <Side side={difference.ours} />
          </dd>
        </div>
        <div>
          <dt>Statement</dt>
          <dd>
            <Side side={difference.theirs} />
          </dd>
        </div>
        <div>
          <dt>Moves the sum</dt>
          <dd className={css['moves']}>{signed(difference.difference)}</dd>
        </div>
      </dl>
    </div>
  );
}
