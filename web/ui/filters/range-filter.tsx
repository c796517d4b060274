import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import css from './filters.module.css';

export interface RangeFilterProps {
  /** Shown before each number, such as a currency. */
  unit: string;
  min: number | undefined;
  max: number | undefined;
  onRange: (min: number | undefined, max: number | undefined) => void;
  /** The label of the button. */
  apply: string;
}

interface Mistakes {
  min?: string;
  max?: string;
}

const asText = (value: number | undefined) => value?.toString() ?? '';
const bare = (text: string) => text.replaceAll(/[\s,]/g, '');
const number = (text: string) => (bare(text) === '' ? undefined : Number(bare(text)));
const isWhole = (text: string) => /^\d{0,9}$/.test(bare(text));

/** A lowest and a highest whole number; either may be empty. */
export function RangeFilter({ unit, apply, onRange, ...given }: RangeFilterProps) {
  const [min, setMin] = useState(asText(given.min));
  const [max, setMax] = useState(asText(given.max));
  const [mistakes, setMistakes] = useState<Mistakes>({});

  function submit(): void {
    const whole = 'Enter a whole number, such as 5000.';
    const found: Mistakes = {
      ...(!isWhole(min) && { min: whole }),
      ...(!isWhole(max) && { max: whole }),
    };
    const [low, high] = [number(min), number(max)];
    if (low !== undefined && high !== undefined && low > high) {
      found.min ??= 'Enter a number in From that is not higher than the number in To.';
    }
    setMistakes(found);
    if (Object.keys(found).length === 0) onRange(low, high);
  }

  return (
    <form
      className={css['range']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="From"
        inputMode="numeric"
        autoComplete="off"
        start={unit}
        value={min}
        error={mistakes.min}
        onChange={(event) => setMin(event.currentTarget.value)}
      />
      <TextField
        label="To"
        inputMode="numeric"
        autoComplete="off"
        start={unit}
        value={max}
        error={mistakes.max}
        onChange={(event) => setMax(event.currentTarget.value)}
      />
      <Button type="submit" wide>
        {apply}
      </Button>
    </form>
  );
}
