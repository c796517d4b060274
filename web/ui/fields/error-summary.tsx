import { useEffect, useId, useRef } from 'react';
import { IconAlertCircle } from '#web/ui/icons.ts';
import css from '../feedback/notice.module.css';
import { sayLines, useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import { FieldLink } from './field-link.tsx';

/** Its words arrive in English, and are said by the summary. */
export interface FieldProblem {
  /** The id of the field; leave it out for a problem of the whole form. */
  field?: string | undefined;
  message: string;
}

export interface ErrorSummaryProps {
  problems: readonly FieldProblem[];
  /** Counts the attempts to submit; each new one moves the focus here. */
  attempt: number;
  title?: string | undefined;
}

/** The errors of a form above it, each a link to its field. Nothing when there are none. */
export function ErrorSummary({ problems, attempt, title }: ErrorSummaryProps) {
  const say = useSay();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  const [only] = problems;
  if (!only) return null;
  // The title says the one problem already.
  const isSaid = problems.length === 1 && only.message === title;
  return (
    <div
      ref={box}
      className={classNames('flex gap-5 small anywhere', css['notice'], css['alert'], 'bad')}
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
    >
      <IconAlertCircle size={20} aria-hidden />
      <div className="grow">
        <h3 id={id}>{isSaid ? <Problem {...only} /> : say(title ?? 'Check these fields')}</h3>
        {!isSaid && (
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.field ?? ''} ${problem.message}`}>
                <Problem {...problem} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Problem({ field, message }: FieldProblem) {
  const words = sayLines(useSay(), message);
  return field === undefined ? words : <FieldLink field={field}>{words}</FieldLink>;
}
