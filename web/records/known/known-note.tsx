import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { DossierKind } from '#contract/dossiers.ts';
import { said } from '#contract/language.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './known-note.module.css';
import { isKnown, type KnownFacts, likelyDuplicate, openWords } from './known-rules.ts';
import { useKnown } from './use-known.ts';

const notes = lazyPart(() => import('./known-notes.tsx'));

export interface KnownNoteProps {
  of: DossierKind;
  /** As it was typed so far. */
  value: string;
  /** The id of the field. */
  fieldId: string;
  /** The values of the form; fields that it doesn't have are left out. */
  fields: KnownFacts;
  /** The ids of the chosen offences; null in a form that books none. */
  offences: readonly string[] | null;
  /** Writes facts into the form; their fields are empty. */
  onFill: (facts: KnownFacts) => void;
}

interface WithKnownProps extends KnownNoteProps {
  /** The field. */
  children: ReactNode;
}

const titles: Record<DossierKind, string> = said({
  plate: 'Known vehicle',
  license: 'Known licence',
  phone: 'Known phone number',
});

/**
 * A plate, licence or phone with a note about its past, and buttons to fill that in. The note lies
 * under the field while the focus is there, so that no other field moves. Afterwards a mark is
 * left.
 */
export function WithKnown({ children, ...props }: WithKnownProps) {
  const { of, value, fieldId, offences } = props;
  const answered = useKnown(of, value, fieldId);
  const say = useSay();
  const user = useCurrentUser();
  const copy = answered?.copy ?? null;
  const isFound = answered !== null && (isKnown(answered.known) || (copy?.withdrawn ?? 0) > 0);
  const found = isFound ? answered.known : null;
  const duplicate = found && likelyDuplicate(of, found, offences, user?.id);
  const open = found ? openWords(found, say) : '';
  const title = say(titles[of]);
  const note = useRef<HTMLDivElement>(null);
  const [isAt, setAt] = useIsAt(fieldId, note);
  const part = notes.use(found !== null && isAt);
  const shown = found !== null && isAt && part !== undefined;
  useEffect(() => {
    // The note may appear below the edge of the screen, unnoticed. An officer who has moved on by
    // then stays where they are.
    const typing = document.activeElement?.id === fieldId;
    if (shown && typing) note.current?.scrollIntoView({ block: 'nearest' });
  }, [shown, fieldId]);
  return (
    <div className={css['place']}>
      {children}
      <VisuallyHidden role="status">
        {duplicate && `${say('This may be a duplicate.')} `}
        {found && `${title}: ${open === '' ? say('nothing open') : open}.`}
      </VisuallyHidden>
      {found && !isAt && (
        <button
          type="button"
          className={classNames(
            'small strong',
            css['mark'],
            (duplicate !== null || open !== '') && 'warn',
          )}
          onClick={() => focusField(fieldId)}
        >
          {duplicate ? say('Possible duplicate') : title}
        </button>
      )}
      {found && isAt && part && (
        <div
          ref={note}
          className={classNames('column gap-4', css['notes'])}
          role="group"
          aria-label={title}
        >
          <part.KnownNotes
            {...props}
            title={title}
            open={open}
            copy={copy}
            duplicate={duplicate}
            known={found}
            onHide={() => setAt(false)}
          />
        </div>
      )}
    </div>
  );
}

/** True while the focus is, or was last, in the field or in its note. */
function useIsAt(fieldId: string, note: RefObject<HTMLElement | null>) {
  const [isAt, setAt] = useState(true);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      setAt(target.id === fieldId || (note.current?.contains(target) ?? false));
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [fieldId, note]);
  return [isAt, setAt] as const;
}
