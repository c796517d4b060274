import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ulid } from 'ulid';
import { records } from '#contract/records.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { sayNow } from '#web/device/language.ts';
import {
  type Attempt,
  type MadeRecord,
  storeAndSend,
  takeBack,
} from '#web/sending/first-attempt.ts';
import { toastDone, toastFailed, toastWaiting } from '#web/ui/feedback/toast.tsx';
import type { Fields } from './inputs.ts';
import type { RecordDraft } from './record-kind.ts';
import type { RecordFormState } from './use-record-form.ts';

type Errors = Record<string, string>;

interface SubmitOptions<V extends RecordDraft> {
  /** The record as it is stored and sent. */
  record: (draft: V) => Omit<MadeRecord, '_id' | 'kind' | 'label'>;
  /** Makes the attempt, and shows what the server received. */
  send: (attempt: () => Promise<Attempt>) => Promise<Attempt>;
  /** Called when the record is on the device or on the server. */
  onDone?: (draft: V) => void;
  /** True once all conditions of submitting are met. */
  ready: boolean;
  /** Errors besides those of the draft. */
  check?: () => Errors;
  /** Moves the server's errors to the fields of the form. */
  atFields?: (errors: Readonly<Errors>) => Errors;
  onClose: () => void;
}

/**
 * Submits a record: it is stored on the device, and then sent. Once `stored` it arrives, so the
 * form may be closed at any time. It closes by itself after the first attempt, and its list opens.
 * A refused record comes back into the form, with the errors at their fields and in the summary.
 */
export function useSubmit<V extends RecordDraft>(
  form: RecordFormState<V>,
  options: SubmitOptions<V>,
) {
  const { record, send, onDone } = options;
  const { ready, check, atFields = (errors) => errors, onClose } = options;
  const { kind, keeper, refuse, userId, mending } = form;
  const fields: Fields<V> = form.fields;
  const anyFields: Fields<RecordDraft> = fields;
  const navigate = useNavigate();
  const mounted = useRef(true);
  const busy = useRef(false);
  /** Resolves once what was refused is a draft again. */
  const backInForm = useRef(Promise.resolve());
  const [sending, setSending] = useState(false);
  /** The sent part of a record on the device, in words. */
  const [stored, setStored] = useState<string | null>(null);

  const showRefusal = useEffectEvent(() => {
    if (mending) refuse(atFields(mending.wrong), mending.answer);
  });
  useEffect(() => showRefusal(), []);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  function fail({ code, fields: wrong, message }: FailedCall): void {
    const arrived = code === 'id_taken';
    const sentence = arrived ? kind.words.arrivedBefore : message;
    const say = sayNow();
    toastFailed(say(sentence));
    // Without its form it stays where it is, among what waits.
    if (!mounted.current || userId === null) return;
    const { _id } = fields.values;
    refuse(atFields(wrong), sentence);
    // The next Submit sends another record: the officer is told to look for the first one.
    if (arrived) anyFields.setFieldValue('_id', ulid());
    if (mending) return;
    backInForm.current = (async () => {
      if (arrived) await keeper.drop();
      await keeper.takeBack();
      await takeBack(userId, _id);
    })();
  }

  function close(): void {
    void keeper.settle();
    // Somebody who closed the form while it was sent stays on the screen they are on.
    if (!mounted.current) return;
    onClose();
    if (!mending) void navigate(records[kind.kind].offline);
  }

  async function attemptOf(sent: V, owner: string): Promise<void> {
    const { _id } = sent;
    const made = {
      ...record(sent),
      _id,
      kind: kind.kind,
      label: kind.about(sent),
      mends: mending?._id,
    };
    const moved = await keeper.handOver();
    const attempt = await send(() => storeAndSend(owner, made, moved, setStored));
    const say = sayNow();
    switch (attempt.is) {
      case 'refused':
        fail(attempt.failure);
        return;
      case 'not stored':
        await keeper.takeBack();
        refuse({}, attempt.words);
        toastFailed(say(attempt.words));
        return;
      case 'stored':
        onDone?.(sent);
        toastWaiting(`${say('Stored on this device.')} ${say(attempt.words)}`);
        close();
        return;
      case 'received':
        onDone?.(sent);
        toastDone(say(kind.words.added));
        close();
    }
  }

  async function submit(): Promise<void> {
    if (busy.current || !ready || userId === null) return;
    const sent = fields.values;
    const errors = { ...kind.errors(sent), ...check?.() };
    if (Object.keys(errors).length > 0) {
      refuse(errors);
      return;
    }
    busy.current = true;
    setSending(true);
    try {
      await backInForm.current;
      await attemptOf(sent, userId);
    } catch (error) {
      await keeper.takeBack();
      const { message } = failedCall(error);
      refuse({}, message);
      const say = sayNow();
      toastFailed(say(message));
    } finally {
      busy.current = false;
      setSending(false);
      setStored(null);
    }
  }

  return { sending, stored, submit };
}
