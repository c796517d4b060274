import { useId, useState } from 'react';
import { isDay } from '#web/format/typed-day.ts';
import { Button } from '../controls/button.tsx';
import { DateField } from '../fields/date-field.tsx';
import { classNames } from '../theme/class-names.ts';
import { type Choice, ChoiceFilter } from './choice-filter.tsx';
import css from './filters.module.css';

export interface DaysFilterProps {
  /** Named days, such as today or last week. */
  periods: readonly Choice[];
  period: string | undefined;
  onPeriod: (period: string, moment: string) => void;
  /** `YYYY-MM-DD`; '' for none. */
  from: string;
  to: string;
  onDays: (from: string, to: string, moment: string) => void;
  /** The events of those days; a choice is shown only if there are several. */
  moments: readonly Choice[];
  moment: string;
  onMoment: (moment: string) => void;
}

/** Narrows a list to named days, or to a first and a last day. */
export function DaysFilter({
  periods,
  period,
  onPeriod,
  onDays,
  moments,
  ...given
}: DaysFilterProps) {
  const [moment, setMoment] = useState(given.moment);
  const [from, setFrom] = useState(given.from);
  const [to, setTo] = useState(given.to);
  const [error, setError] = useState<string>();
  const name = useId();

  function apply(): void {
    if (![from, to].every((day) => day === '' || isDay(day))) return;
    if (from !== '' && to !== '' && from > to)
      setError('Enter a first day on or before the last day.');
    else onDays(from, to, moment);
  }

  return (
    <div className={classNames('column gap-6', css['form'])}>
      {moments.length > 1 && (
        <fieldset className={css['moments']}>
          <legend>Filter by the date</legend>
          {moments.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                checked={value === moment}
                onChange={() => {
                  setMoment(value);
                  given.onMoment(value);
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <ChoiceFilter
        label="Period"
        choices={periods}
        value={period}
        onChoose={(chosen) => onPeriod(chosen, moment)}
      />
      <form
        className={css['range']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <DateField label="From" value={from} error={error} onChange={setFrom} />
        <DateField label="To" value={to} onChange={setTo} />
        <Button type="submit" wide>
          Show these days
        </Button>
      </form>
    </div>
  );
}
