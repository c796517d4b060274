import { IconCheck } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './filters.module.css';

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceFilterProps {
  /** The accessible name of the choices. */
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChoose: (value: string) => void;
}

/** A few choices, of which one can be chosen. */
export function ChoiceFilter({ label, choices, value, onChoose }: ChoiceFilterProps) {
  return (
    <div className="column" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={classNames('row between gap-4', css['choice'])}
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          <span>{choice.label}</span>
          {choice.value === value && <IconCheck size={16} stroke={2.2} aria-hidden />}
        </button>
      ))}
    </div>
  );
}
