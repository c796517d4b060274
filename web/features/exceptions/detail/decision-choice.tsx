import type { ExceptionDecision, ExceptionKind } from '#contract/exceptions.ts';
import { FieldError } from '#web/ui/fields/field.tsx';
import { decisionLabels, meaningOf } from '../exception-words.ts';
import css from './exception-detail.module.css';

interface DecisionChoiceProps {
  /** Of the first choice: where an error leads to. */
  id: string;
  kind: ExceptionKind;
  decisions: readonly ExceptionDecision[];
  value: ExceptionDecision | null;
  error: string | undefined;
  onChoose: (decision: ExceptionDecision) => void;
}

/** The decisions that fit, each with what it means. */
export function DecisionChoice(props: DecisionChoiceProps) {
  const { id, kind, decisions, value, error, onChoose } = props;
  const errorId = `${id}-error`;
  return (
    <fieldset
      className={css['decisions']}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>Decision</legend>
      {decisions.map((decision, place) => (
        <label key={decision} className={css['decision']}>
          <input
            id={place === 0 ? id : undefined}
            type="radio"
            name={id}
            checked={decision === value}
            aria-describedby={`${id}-${place}-meaning`}
            aria-label={decisionLabels[decision]}
            onChange={() => onChoose(decision)}
          />
          <span>
            <b>{decisionLabels[decision]}</b>
            <span id={`${id}-${place}-meaning`} className="block quiet">
              {meaningOf(decision, kind)}
            </span>
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
