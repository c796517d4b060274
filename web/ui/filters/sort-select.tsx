import { IconChevronDown } from '#web/ui/icons.ts';
import { Field } from '../fields/field.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './filters.module.css';

export interface SortSelectProps {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** The order of a list, as a native select. */
export function SortSelect({ value, options, onChange }: SortSelectProps) {
  return (
    <Field label="Sort by">
      {(control) => (
        <span className={classNames('select-box quiet', css['select'])}>
          <select
            {...control}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </span>
      )}
    </Field>
  );
}
