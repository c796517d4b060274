import { useId } from 'react';
import type { Say } from '#contract/language.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { capitalised, joinWithAnd } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldLink } from '#web/ui/fields/field-link.tsx';
import { inPlaces } from '#web/ui/in-places.tsx';
import css from './record-form.module.css';
import type { RecordDraft, RecordKind } from './record-kind.ts';

/** A condition of submitting, named in English. `field` is the id of the control with which it is met. */
export interface Condition {
  name: string;
  met: boolean;
  field: string;
  /** Shown while it is not met; conditions without one are named together in one sentence. */
  sentence?: string | undefined;
}

interface SubmitAreaProps<V extends RecordDraft> {
  kind: RecordKind<V>;
  /** The id of the form that is submitted. */
  formId: string;
  conditions: readonly Condition[];
  sending: boolean;
  /** The sent part of a record on the device, in words; null before it is there. */
  stored: string | null;
  /** The reason why Submit waits, as a sentence. */
  waiting: string | undefined;
}

/** Submit, the reasons why it can't be pressed yet, and the progress of sending. */
export function SubmitArea<V extends RecordDraft>(props: SubmitAreaProps<V>) {
  const { kind, formId, conditions, sending, stored, waiting } = props;
  const say = useSay();
  const reasons = useId();
  const allowed = useMay(kind.permission);
  const role = useCurrentUser()?.role ?? 'guest';
  const unmet = conditions.filter(({ met }) => !met);
  return (
    <div className="column gap-4">
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        wide
        disabled={!allowed || unmet.length > 0 || waiting !== undefined}
        aria-describedby={reasons}
        loading={sending}
        loadingLabel={say(kind.words.busy)}
      >
        {say('Submit')}
      </Button>
      <div className={css['room']} data-all={allowed ? allReasons(conditions, say) : undefined}>
        <div id={reasons} className={css['reasons']}>
          {!allowed && `${say('Your role is {role}.', { role: say(role) })} ${say(kind.words.who)}`}
          {allowed && waiting !== undefined && <div>{say(waiting)}</div>}
          {stored !== null && (
            <div className={css['stored']}>
              <p role="status">
                {say(
                  'Stored on this device. You can close the form. Hanya will keep trying to send it.',
                )}
              </p>
              {stored !== '' && say(stored)}
            </div>
          )}
          {allowed && (
            // Made anew for other reasons, in place of words that move about.
            <Reasons key={unmet.map(({ field }) => field).join()} unmet={unmet} />
          )}
        </div>
      </div>
    </div>
  );
}

function Reasons({ unmet }: { unmet: readonly Condition[] }) {
  const say = useSay();
  const link = ({ field }: Condition, text: string) => <FieldLink field={field}>{text}</FieldLink>;
  const others = unmet.filter(({ sentence }) => sentence === undefined);
  return (
    <>
      {unmet.map(
        (condition) =>
          condition.sentence !== undefined && (
            <p key={condition.field}>{link(condition, say(condition.sentence))}</p>
          ),
      )}
      {others.length > 0 && (
        <p>
          {inPlaces(
            missing(
              others.map((_, index) => `{${index}}`),
              say,
            ),
            Object.fromEntries(
              others.map((condition, index) => {
                const name = say(condition.name);
                return [index, link(condition, index === 0 ? capitalised(name) : name)];
              }),
            ),
          )}
        </p>
      )}
    </>
  );
}

/** The words of a form in which no condition is met, for as much room as reasons ever take. */
function allReasons(conditions: readonly Condition[], say: Say): string {
  const sentences = conditions.flatMap(({ sentence }) => (sentence ? say(sentence) : []));
  const names = conditions.flatMap(({ name, sentence }) => (sentence ? [] : say(name)));
  return [sentences, names.length === 0 ? [] : missing(names, say)].flat().join('. ');
}

const missing = (names: readonly string[], say: Say): string =>
  say.count(names.length, '{what} is missing.', '{what} are missing.', {
    what: joinWithAnd(names, say),
  });
