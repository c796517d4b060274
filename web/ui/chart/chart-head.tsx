import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './chart-head.module.css';

export interface ChartKey {
  label: string;
  look: 'over' | 'running';
}

export interface ChartHeadProps {
  title: string;
  /** The legend of the bars. */
  keys: readonly ChartKey[];
  /** Choices about what is shown, at the right. */
  children: ReactNode;
}

/** Title, key and choices of a chart. */
export function ChartHead({ title, keys, children }: ChartHeadProps) {
  return (
    <div className={css['head']}>
      <h2 className="heading">{title}</h2>
      <div className={classNames('flex wrap gap-4', css['choices'])}>{children}</div>
      {keys.length > 0 && (
        <ul className={classNames('flex wrap tiny quiet', css['keys'])} aria-label="Key">
          {keys.map(({ label, look }) => (
            <li key={label} className="row gap-3">
              <span className={css['swatch']} data-look={look} aria-hidden />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface ChartChoiceProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** A choice of how to show a chart. */
export function ChartChoice<Value extends string>(props: ChartChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  return (
    <div className={classNames('flex', css['choice'])} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classNames('inline-row gap-3 strong small', css['option'])}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}
