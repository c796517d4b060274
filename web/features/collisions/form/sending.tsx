import { useEffect, useId, useRef, useState } from 'react';
import { createCollision } from '#contract/new-collisions.ts';
import type { SentFile } from '#web/api/multipart.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { upload } from '#web/api/upload.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { collisionAdded } from '../slice.ts';
import css from './collision-form.module.css';
import { bodyOf, type CollisionDraft } from './draft.ts';
import { megabytes } from './evidence.ts';

/** In bytes. `total` is 0 until it is known. */
interface Progress {
  sent: number;
  total: number;
}

/** Sends a collision with its files, with its progress. It stops on `cancel`, and with the form. */
export function useUpload() {
  const dispatch = useDispatch();
  const sending = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [cancelled, setCancelled] = useState(false);

  useEffect(() => () => sending.current?.abort(), []);

  async function send(
    draft: CollisionDraft,
    files: readonly SentFile[],
    saved: Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    sending.current = controller;
    setCancelled(false);
    setProgress({ sent: 0, total: 0 });
    try {
      await saved;
      const { data } = await upload(createCollision, {
        body: bodyOf(draft),
        files,
        onProgress: (sent, total) => setProgress({ sent, total }),
        signal: controller.signal,
      });
      dispatch(collisionAdded(data));
    } finally {
      setCancelled(controller.signal.aborted);
      setProgress(null);
    }
  }

  return { progress, cancelled, send, cancel: () => sending.current?.abort() };
}

/** The progress of sending, and a button that stops it. */
export function Sending({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { sent, total } = progress;
  const id = useId();
  const known = total > 0;
  return (
    <div>
      <div className={css['progress']}>
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
