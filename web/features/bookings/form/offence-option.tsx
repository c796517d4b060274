import { IconCheck, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { naira } from '#web/format/money.ts';
import type { CatalogueOffence } from '../catalogue.ts';
import { PaymentCode } from '../payment-code.tsx';
import css from './offence-picker.module.css';
import { isFoundByCode, markMatches } from './offence-search.ts';
import { Penalty } from './penalty.tsx';
import { optionId } from './use-offence-picker.ts';
import { plural } from '#web/format/words.ts';

interface OffenceOptionProps {
  offence: CatalogueOffence;
  query: string;
  /** How often it was added; more than once only for a charge per day. */
  times: number;
  current: boolean;
  onAdd: (offence: CatalogueOffence) => void;
}

function Option({ offence, query, times, current, onAdd }: OffenceOptionProps) {
  const { id, name, penalty, amount, perDay } = offence;
  return (
    <li
      id={optionId(offence)}
      className={css['option']}
      role="option"
      aria-selected={times > 0}
      data-current={current || undefined}
      // The search keeps the focus, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onAdd(offence)}
    >
      <span className={css['code']}>
        <Marked text={id} query={query} />
      </span>
      <span className={css['words']}>
        <span>
          <Marked text={name} query={query} />
        </span>
        <Penalty text={penalty} />
        {isFoundByCode(offence, query) && <PaymentCode {...offence} />}
      </span>
      <b className={css['amount']}>{naira(amount)}</b>
      <span className={css['state']}>
        {times > 0 && (
          <span className={css['added']}>
            <IconCheck size={15} stroke={2.4} aria-hidden />
            {perDay ? `× ${plural(times, 'day')}` : 'Added'}
          </span>
        )}
        {(times === 0 || perDay) && (
          <span className={css['add']}>
            <IconPlus size={15} stroke={2.4} aria-hidden />
            {times > 0 ? 'Add day' : 'Add'}
          </span>
        )}
      </span>
    </li>
  );
}

export const OffenceOption = memo(Option, (before, after) => {
  const { offence, query, times, current } = after;
  return (
    before.offence === offence &&
    before.query === query &&
    before.times === times &&
    before.current === current
  );
});

function Marked({ text, query }: { text: string; query: string }) {
  return markMatches(text, query).map(({ text: piece, marked }, index) =>
    marked ? (
      <mark key={index} className={css['mark']}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
