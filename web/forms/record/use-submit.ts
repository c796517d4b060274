import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ulid } from 'ulid';
import type { FailedCall } from '#web/api/call-failure.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import type { Fields } from './inputs.ts';
import type { RecordDraft } from './record-kind.ts';
import type { RecordFormState } from './use-record-form.ts';

type Errors = Record<string, string>;

interface SubmitOptions<V extends RecordDraft> {
  /**
   * Sends the record, after `saved` has resolved: should the page crash before the answer, the same
   * record can be sent again under its id. Rejects with the failed call, or with an `AbortError`.
   */
  send: (draft: V, saved: Promise<void>) => Promise<unknown>;
  /** Whether all conditions of submitting are met. */
  ready: boolean;
  /** Errors besides those of the draft. */
  check?: () => Errors;
  /** Moves the server's errors to the fields of the form. */
  atFields?: (errors: Readonly<Errors>) => Errors;
  onClose: () => void;
}

/** The session ended before the record was stored: it stays a draft that is being sent. */
const sessionOver = 401;

/**
 * Submits a record. On success the form closes and its list opens; on failure the errors are shown
 * at their fields and in the summary. Nothing typed is lost, and sending again uses the same `_id`.
 */
export function useSubmit<V extends RecordDraft>(
  form: RecordFormState<V>,
  { send, ready, check, atFields = (errors) => errors, onClose }: SubmitOptions<V>,
) {
  const { kind, keeper, refuse } = form;
  const fields: Fields<V> = form.fields;
  const anyFields: Fields<RecordDraft> = fields;
  const navigate = useNavigate();
  const mounted = useRef(true);
  const busy = useRef(false);
  const [sending, setSending] = useState(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  async function fail({ code, status, fields: wrong, message }: FailedCall): Promise<void> {
    const arrived = code === 'id_taken';
    // What is sent next is another record: the officer is told to look for the first one.
    if (arrived) {
      await keeper.drop();
      anyFields.setFieldValue('_id', ulid());
    }
    if (status !== 0 && status !== sessionOver) keeper.refused();
    const sentence = arrived ? kind.words.arrivedBefore : message;
    refuse(atFields(wrong), sentence);
    toastFailed(sentence);
  }

  async function submit(): Promise<void> {
    if (busy.current || !ready) return;
    const sent = fields.values;
    const errors = { ...kind.errors(sent), ...check?.() };
    if (Object.keys(errors).length > 0) {
      refuse(errors);
      return;
    }
    busy.current = true;
    setSending(true);
    try {
      await send(sent, keeper.beginSending());
      toastDone(kind.words.added);
      void keeper.settle();
      // Somebody who closed the form while it was sent stays on the screen they are on.
      if (mounted.current) {
        onClose();
        void navigate(kind.list);
      }
    } catch (error) {
      if (!isCancelled(error)) await fail(failedCall(error));
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  return { sending, submit };
}

const isCancelled = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';
