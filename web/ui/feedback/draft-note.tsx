import type { ReactNode } from 'react';
import { IconFileText } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './draft-note.module.css';
import { Notice } from './notice.tsx';

export interface OfferedDraft {
  id: string;
  /** Names the draft, such as "14:12, KAD-214BN". */
  name: string;
  /** A further fact to know before continuing, in one sentence. */
  detail?: string | undefined;
}

export interface DraftNoteProps {
  drafts: readonly OfferedDraft[];
  onContinue: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** Says that a form was restored as it was left. */
export function RestoredNote({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <Notice icon={<IconFileText size={18} aria-hidden />}>{children}</Notice>
    </div>
  );
}

/** Offers earlier drafts at the top of a form; nothing when there are none. */
export function DraftNote({ drafts, onContinue, onDiscard }: DraftNoteProps) {
  const say = useSay();
  if (drafts.length === 0) return null;
  return (
    <div role="region" aria-label={say('Drafts')}>
      <Notice icon={<IconFileText size={18} aria-hidden />} className={css['note']}>
        <ul className="column gap-4">
          {drafts.map(({ id, name, detail }) => (
            <li key={id} className={classNames('row wrap between', css['draft'])}>
              <span className={classNames('column center', css['words'])}>
                <b>{say('Continue the draft of {name}?', { name })}</b>
                {detail !== undefined && <span>{detail}</span>}
              </span>
              <span className="flex gap-4">
                <Button
                  size="sm"
                  aria-label={say('Continue the draft of {name}', { name })}
                  onClick={() => onContinue(id)}
                >
                  {say('Continue')}
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={say('Discard the draft of {name}', { name })}
                  onClick={() => onDiscard(id)}
                >
                  {say('Discard')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
