import type { ReactNode } from 'react';
import { IconChevronDown } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './head-select.module.css';

export interface HeadSelectProps<Value extends string> {
  /** Its accessible name. */
  label: string;
  /** A Tabler icon of size 18. */
  icon: ReactNode;
  value: Value;
  options: readonly { value: Value; disabled?: boolean }[];
  onChange: (value: Value) => void;
}

/** A native select in the head of a screen. */
export function HeadSelect<Value extends string>(props: HeadSelectProps<Value>) {
  const { label, icon, value, options, onChange } = props;
  return (
    <span className={classNames('select-box', css['select'])}>
      <span>{icon}</span>
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.value}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={2} aria-hidden />
    </span>
  );
}
