import { useId } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import css from './collision-form.module.css';
import type { Progress } from './use-submit.ts';
import { megabytes } from './megabytes.ts';

/** How far the sending is, and a way to stop it. */
export function Sending({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { sent, total } = progress;
  const id = useId();
  const known = total > 0;
  return (
    <div>
      <div className={css['sendingWords']}>
        <span id={id}>{wordsFor(progress)}</span>
        <Button variant="link" size="sm" aria-label="Cancel sending" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        className={css['bar']}
        aria-labelledby={id}
        {...(known && { value: sent, max: total })}
      />
    </div>
  );
}

function wordsFor({ sent, total }: Progress): string {
  if (total === 0) return 'Sending';
  if (sent >= total) return 'Sent, waiting for the server';
  return `Sending, ${megabytes(sent, total)} of ${megabytes(total)} MB`;
}
