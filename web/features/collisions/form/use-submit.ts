import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ulid } from 'ulid';
import { createCollision } from '#contract/collisions.ts';
import { CallFailure, type FailedCall } from '#web/api/call-failure.ts';
import type { DraftKeeper } from '#web/forms/drafts/draft-keeper.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { upload } from '#web/api/upload.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { collisionAdded } from '../slice.ts';
import { draftErrors } from './draft-errors.ts';
import { bodyOf, type CollisionDraft } from './draft.ts';
import { filesOf, tooMuch } from './evidence.ts';
import { atFields, refusalOf, type Refused } from './refusal.ts';
import { canSubmit } from './rules.ts';
import type { CollisionFormState } from './use-collision-form.ts';

/** Bytes that have gone out, of how many. */
export interface Progress {
  sent: number;
  total: number;
}

/**
 * Sends the collision with its files. On success the form closes and the collisions open; on
 * failure what was refused stands at its fields and in `refusal`. Nothing typed or chosen is lost,
 * and sending again carries the same `_id`.
 */
export function useSubmit(
  form: CollisionFormState,
  keeper: DraftKeeper<CollisionDraft>,
  onClose: () => void,
) {
  const { fields, evidence, shrinking } = form;
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const sending = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [cancelled, setCancelled] = useState(false);
  const [refused, setRefused] = useState<Refused>({ attempt: 0, message: null });

  useEffect(() => () => sending.current?.abort(), []);

  function refuse(errors: Record<string, string>, message: string | null): void {
    fields.setErrors(errors);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, message }));
  }

  async function fail({ code, status, message, fields: wrong }: FailedCall): Promise<void> {
    const arrived = code === 'id_taken';
    // The next one is another collision: the officer has been told to look for the first.
    if (arrived) {
      await keeper.drop();
      fields.setFieldValue('_id', ulid());
    }
    if (status !== 0 && status !== sessionOver) keeper.refused();
    const sentence = arrived ? arrivedBefore : message;
    refuse(atFields(wrong, fields.values.vehicle), sentence);
    toastFailed(sentence);
  }

  async function submit(): Promise<void> {
    if (sending.current !== null || shrinking.length > 0) return;
    if (!canSubmit(fields.values, evidence)) return;
    setCancelled(false);
    const files = filesOf(fields.values.vehicle, evidence);
    const tooMany = tooMuch(files);
    const errors = { ...draftErrors(fields.values), ...(tooMany !== null && { img: tooMany }) };
    if (Object.keys(errors).length > 0) {
      refuse(errors, null);
      return;
    }
    const controller = new AbortController();
    sending.current = controller;
    setProgress({ sent: 0, total: 0 });
    try {
      // Should the page end before the answer, the same collision can be sent again under its id.
      await keeper.beginSending();
      const { data } = await upload(createCollision, {
        body: bodyOf(fields.values),
        files,
        onProgress: (sent, total) => setProgress({ sent, total }),
        signal: controller.signal,
      });
      void keeper.settle();
      dispatch(collisionAdded(data));
      toastDone('Collision added');
      onClose();
      void navigate('/collisions');
    } catch (error) {
      if (controller.signal.aborted) setCancelled(true);
      else await fail(error instanceof CallFailure ? error : unexpected);
    } finally {
      sending.current = null;
      setProgress(null);
    }
  }

  return {
    progress,
    cancelled,
    refusal: refusalOf(fields, refused),
    submit,
    cancel: () => sending.current?.abort(),
  };
}

/** The status of a session that ended: the collision goes on waiting as a draft. */
const sessionOver = 401;

/** An answer was lost, the form was changed, and now it no longer is what the server holds. */
const arrivedBefore =
  'This collision arrived before you changed it. Look at the collisions first: Submit would now make a second one.';
