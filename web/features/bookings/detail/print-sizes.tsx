import { useId } from 'react';
import { paperSizes, type PaperSize } from '#contract/papers.ts';
import css from './print-menu.module.css';

const names: Readonly<Record<PaperSize, string>> = { a4: 'A4', '80mm': '80 mm' };

export interface PrintSizesProps {
  size: PaperSize;
  onChange: (size: PaperSize) => void;
}

/** On which sheet: A4, or the roll of a pocket printer. */
export function PrintSizes({ size, onChange }: PrintSizesProps) {
  const group = useId();
  return (
    <fieldset className={css['sizes']}>
      <legend>Paper</legend>
      {paperSizes.map((one) => (
        <label key={one} className={css['size']}>
          <input
            type="radio"
            name={group}
            value={one}
            checked={one === size}
            onChange={() => onChange(one)}
          />
          <span>{names[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
