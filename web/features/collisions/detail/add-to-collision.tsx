import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { ulid } from 'ulid';
import {
  type AdditionKind,
  addToCollision,
  newAdditionSchema,
} from '#contract/collision-additions.ts';
import type { Collision, LooseFacts } from '#contract/collisions.ts';
import { megabytes } from '#contract/file-kinds.ts';
import { useConnection } from '#web/api/connection.ts';
import { upload } from '#web/api/upload.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { useToday } from '#web/format/use-today.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { readyFile } from '#web/forms/pictures/ready-file.ts';
import { errorOf, showFirstError } from '#web/forms/refusal.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FilePick } from '#web/ui/controls/file-pick.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconPhotoPlus, IconVideoPlus } from '#web/ui/icons.ts';
import { FactFields } from '../facts/fact-fields.tsx';

interface AddToCollisionProps {
  collision: Collision;
  onAdded: () => void;
  onClose: () => void;
}

type Values = Record<'words' | 'name' | 'phone' | 'persons' | 'diedOn', string> & {
  kind: AdditionKind;
  wereInjured: boolean;
  facts: LooseFacts;
};

const kinds: readonly { value: AdditionKind; label: string }[] = [
  { value: 'witness', label: 'A witness' },
  { value: 'evidence', label: 'A picture or video' },
  { value: 'death', label: 'A later death' },
  { value: 'facts', label: 'Cause, light or other details' },
];

/** Adds to a collision what came to be known later; it needs a network. */
export function AddToCollision({ collision, onAdded, onClose }: AddToCollisionProps) {
  const { _id: id, noOfInjuries } = collision;
  const { online } = useConnection();
  const today = useToday();
  const formId = useId();
  // The same one when it is sent again, so that it is added once.
  const [_id] = useState(ulid);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState<{ stop: () => void; sent: string } | null>(null);
  const [refusal, setRefusal] = useState('');
  const form = useForm<Values>({
    initialValues: {
      kind: 'witness',
      words: '',
      name: '',
      phone: '',
      persons: '1',
      diedOn: today,
      wereInjured: noOfInjuries > 0,
      facts: {},
    },
    validate: (values) => formErrors(newAdditionSchema)(bodyOf(_id, values)),
  });
  const { kind } = form.values;

  async function choose(what: 'picture' | 'video', [chosen]: readonly File[]): Promise<void> {
    if (!chosen) return;
    setBusy(true);
    const ready = await readyFile(chosen, what);
    setBusy(false);
    setRefusal(ready.wrong ?? '');
    setFile(ready.file);
  }

  async function save(values: Values): Promise<void> {
    setBusy(true);
    setRefusal('');
    const name = file?.type.startsWith('video/') ? 'vid' : 'img';
    const files = kind === 'evidence' && file ? [{ name, file }] : [];
    const stopped = new AbortController();
    const sendingOf = (sent: string) => ({ stop: () => stopped.abort(), sent });
    try {
      await upload(addToCollision, {
        params: { id },
        body: bodyOf(_id, values),
        files,
        signal: stopped.signal,
        onProgress: (sent, total) =>
          setSending(sendingOf(`${megabytes(sent)} of ${megabytes(total)} MB sent.`)),
      });
      toastDone('Added to the collision');
      onAdded();
      onClose();
    } catch (error) {
      setSending(null);
      setBusy(false);
      if (stopped.signal.aborted) return;
      const { message, fields } = failedCall(error);
      toastFailed(message);
      form.setErrors(fields);
      setRefusal(message);
    }
  }

  const field = (name: keyof Values) => form.getInputProps(name);
  const missing = kind === 'evidence' && file === null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add to this collision"
      size="sm"
      initialFocus="field"
      footer={
        <>
          {sending && (
            <>
              <span className="small quiet" role="status">
                {sending.sent}
              </span>
              <Button onClick={sending.stop}>Stop</Button>
            </>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!online || missing}
            reason={
              online
                ? 'Select a picture or a video first.'
                : 'You need a network to add to a collision.'
            }
            showReason
            loading={busy}
            loadingLabel="Adding"
          >
            Add
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="column gap-6"
        noValidate
        onSubmit={form.onSubmit((values) => void (busy || save(values)), showFirstError(form))}
      >
        <p className="small quiet">
          The first record stays as it is. You cannot remove what you add.
        </p>
        <RefusalNotice>{refusal}</RefusalNotice>
        <ChoiceField label="What do you want to add?" options={kinds} {...field('kind')} />
        {kind === 'witness' && (
          <>
            <TextField label="Name" autoComplete="off" {...field('name')} />
            <TextField
              label="Phone"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              {...field('phone')}
            />
          </>
        )}
        {kind === 'evidence' && (
          <div className="row wrap gap-4">
            {(['picture', 'video'] as const).map((what) => (
              <FilePick
                key={what}
                icon={
                  what === 'picture' ? <IconPhotoPlus size={18} /> : <IconVideoPlus size={18} />
                }
                words={`Select a ${what}`}
                about="evidence"
                kind={what}
                onChoose={(chosen) => void choose(what, chosen)}
              />
            ))}
            <span role="status">{file?.name}</span>
          </div>
        )}
        {kind === 'facts' && (
          <>
            <FactFields
              facts={form.values.facts}
              injured={noOfInjuries}
              onChange={(facts) => form.setFieldValue('facts', facts)}
            />
            <RefusalNotice>{errorOf(form, 'facts') ?? ''}</RefusalNotice>
          </>
        )}
        {kind === 'death' && (
          <>
            <TextField label="Number of people" inputMode="numeric" {...field('persons')} />
            <DateField
              label="Date of death"
              hint="A person who died within 30 days counts as a fatality."
              max={today}
              {...field('diedOn')}
            />
            <CheckField
              label={`Already counted as injured (${noOfInjuries} injured)`}
              disabled={noOfInjuries === 0}
              {...form.getInputProps('wereInjured', { type: 'checkbox' })}
            />
          </>
        )}
        <TextArea key={kind} {...wordsOf[kind]} {...field('words')} />
      </form>
    </Dialog>
  );
}

const wordsOf = {
  witness: { label: 'Statement' },
  evidence: { label: 'Description', optional: true },
  facts: { label: 'Source', optional: true },
  death: { label: 'Who died', hint: 'For example, the driver of KAD-123AB, or a name.' },
};

/** The fields of its kind alone. */
function bodyOf(_id: string, { kind, words, ...values }: Values) {
  const { name, phone, persons, diedOn, wereInjured, facts } = values;
  return {
    _id,
    kind,
    words,
    ...(kind === 'witness' && { name, phone }),
    ...(kind === 'facts' && { facts }),
    ...(kind === 'death' && { persons: Number(persons), diedOn, wereInjured }),
  };
}
