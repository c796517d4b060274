import type { SlotProps } from '#web/records/slot.tsx';
import { MoneyBack } from './money-back.tsx';

/** What was given back of a paid offence, and the form that proposes more. */
export const OffenceMoney = ({
  booking,
  line,
  received,
  plate,
  onChanged,
}: SlotProps['money of an offence']) => (
  <MoneyBack
    of={{ booking, line }}
    received={received}
    about={`It was paid for ${plate}.`}
    onChanged={onChanged}
  />
);
