import { type KeyboardEvent, useRef, useState } from 'react';
import { longDay } from '#web/format/calendar.ts';
import { isDay, readDay, shortDay } from '#web/format/typed-day.ts';
import { useToday } from '#web/format/use-today.ts';
import { IconCalendar } from '#web/ui/icons.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import { asTyped } from './as-typed.ts';
import css from './field.module.css';
import { Field, type FieldProps, hasError } from './field.tsx';

export interface DateFieldProps extends FieldProps {
  name?: string | undefined;
  /** `YYYY-MM-DD`, '' for none, or text in which no day can be told. */
  value?: string;
  onChange: (day: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  min?: string | undefined;
  max?: string | undefined;
}

const canPick =
  typeof HTMLInputElement !== 'undefined' && 'showPicker' in HTMLInputElement.prototype;

/** A day, typed in any usual spelling and said back in words; the calendar is the device's own. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, optional, note, aside, id, className, ...input } = props;
  const { name, value = '', onChange, onFocus, onBlur, min, max } = input;
  const say = useSay();
  const today = useToday();
  const bounds = { today, min, max };
  const [typed, setTyped] = useState({ text: '', value: '' });
  const [isTyping, setTyping] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const read = value === '' ? null : readDay(value, bounds);

  function type(text: string): void {
    const { day } = readDay(text, bounds);
    const next = day ?? text.trim();
    setTyped({ text, value: next });
    setTyping(true);
    onChange(next);
  }

  function pick(day: string): void {
    setTyping(false);
    setTyped({ text: shortDay(day), value: day });
    onChange(day);
  }

  const shown = isDay(value) ? shortDay(value) : value;
  const problem = isTyping ? null : read?.problem;
  // A form knows a day that doesn't fit better than this field, but not what was typed.
  const fault = isDay(value) && hasError(error) ? error : (problem ?? error);
  return (
    <Field
      label={label}
      hint={hint}
      error={fault}
      optional={optional}
      note={note}
      aside={aside}
      id={id}
      className={className}
    >
      {({ 'aria-describedby': described, ...control }) => (
        <>
          <div
            className={classNames('input-box', css['box'], css['day'])}
            data-invalid={hasError(fault) || undefined}
          >
            <input
              {...asTyped}
              {...control}
              aria-describedby={classNames(described, `${control.id}-day`)}
              type="text"
              name={name}
              autoComplete="off"
              value={typed.value === value ? typed.text : shown}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              onKeyDown={({ key }: KeyboardEvent) => {
                if (key === 'Enter') setTyping(false);
              }}
              onFocus={onFocus}
              onBlur={() => {
                setTyping(false);
                onBlur?.();
              }}
            />
            {canPick && (
              <span className={classNames('row flex-none quiet', css['end'])}>
                <input
                  ref={picker}
                  type="date"
                  aria-hidden
                  tabIndex={-1}
                  min={min}
                  max={max}
                  value={isDay(value) ? value : ''}
                  onChange={({ currentTarget }) => pick(currentTarget.value)}
                />
                <IconButton
                  label={say('Open the calendar')}
                  size="sm"
                  aria-describedby={`${control.id}-label`}
                  icon={<IconCalendar size={18} aria-hidden />}
                  onClick={() => picker.current?.showPicker()}
                />
              </span>
            )}
          </div>
          <p role="status" className={classNames('small', css['words'])} id={`${control.id}-day`}>
            {isDay(value) ? longDay(value, say) : ''}
          </p>
        </>
      )}
    </Field>
  );
}
