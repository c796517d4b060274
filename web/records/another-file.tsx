import { useState } from 'react';
import { readyFile } from '#web/forms/pictures/ready-file.ts';
import { replaceFile } from '#web/sending/orders.ts';
import type { WaitingFile, WaitingRecord } from '#web/sending/waiting-record.ts';
import { FilePick } from '#web/ui/controls/file-pick.tsx';
import { toastFailed, toastWaiting } from '#web/ui/feedback/toast.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { IconPhotoPlus, IconVideoPlus } from '#web/ui/icons.ts';

interface AnotherFileProps {
  userId: string;
  record: Pick<WaitingRecord, '_id' | 'body' | 'label'>;
  file: Pick<WaitingFile, 'id' | 'field'>;
  /** The file's name for screen readers. */
  about: string;
  onReplaced?: () => void;
}

/** Lets the officer choose another file in the place of one that the authority could not read. */
export function AnotherFile({ userId, record, file, about, onReplaced }: AnotherFileProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const kind = file.field === 'vid' ? 'video' : 'picture';
  const Icon = kind === 'video' ? IconVideoPlus : IconPhotoPlus;

  async function take(chosen: File | undefined): Promise<void> {
    if (!chosen || busy) return;
    setBusy(true);
    setProblem(null);
    const ready = await readyFile(chosen, kind);
    const wrong = ready.wrong ?? (await replace(ready.file));
    setBusy(false);
    setProblem(wrong);
    if (wrong !== null) {
      toastFailed(wrong);
      return;
    }
    toastWaiting('Hanya will send the file as soon as there is a network.');
    onReplaced?.();
  }

  const replace = async (chosen: File): Promise<string | null> => {
    const written = await replaceFile(userId, record, file, chosen).catch(() => 'refused' as const);
    return written === 'done' ? null : notStored[written];
  };

  return (
    <>
      <FilePick
        small
        icon={<Icon size={16} stroke={1.8} aria-hidden />}
        words={busy ? 'Checking the file' : 'Replace'}
        about={about}
        kind={kind}
        invalid={problem !== null}
        onChoose={([chosen]) => void take(chosen)}
      />
      <div role="status">
        {problem !== null && <FieldError id={`${file.id}-error`}>{problem}</FieldError>}
      </div>
    </>
  );
}

const notStored = {
  full: 'There is no space on this device to store the file. Delete pictures or videos, and select the file again.',
  refused:
    'This browser cannot store anything on this device. Leave the private window, and select the file again.',
} as const;
