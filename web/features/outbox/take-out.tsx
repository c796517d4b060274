import { useId, useState } from 'react';
import { takeBack } from '#web/sending/first-attempt.ts';
import { giveUp, takeOut } from '#web/sending/orders.ts';
import type { WaitingFile, WaitingRecord } from '#web/sending/waiting-record.ts';
import { Confirm, type ConfirmWords } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { nameOf } from './outbox-words.ts';

interface TakeOutProps {
  userId: string;
  record: WaitingRecord;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a record is taken out of the phone. */
export function TakeOut({ userId, record, opened, onClose }: TakeOutProps) {
  const name = nameOf(record);
  if (record.code === 'id_taken')
    return (
      <Confirm
        opened={opened}
        title={`Remove ${name}?`}
        message="The authority has received this record before, in other words. These words are removed from this phone: look first whether the record is right as the authority has it."
        confirmLabel="Remove it"
        cancelLabel="Keep it"
        destructive
        onConfirm={() => {
          void takeBack(userId, record._id);
          onClose();
        }}
        onCancel={onClose}
      />
    );
  return (
    <WithReason
      opened={opened}
      title={`Take out ${name}?`}
      message="It will never be sent, and is removed from this phone once the authority has been told. Your superiors see that it was taken out, and why: the driver may hold a ticket of it."
      confirmLabel="Take it out"
      missing="Say why it is taken out."
      onReason={(reason) => {
        void takeOut(userId, record._id, reason);
        toastDone('The record is taken out');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface GiveUpProps {
  userId: string;
  recordId: string;
  file: WaitingFile;
  onClose: () => void;
}

/** Asks before one file of a record is given up. */
export function GiveUp({ userId, recordId, file, onClose }: GiveUpProps) {
  return (
    <WithReason
      opened
      title={`Give up ${file.name}?`}
      message="The authority keeps the record without this file, with your reason. The file is removed from this phone once the authority has been told."
      confirmLabel="Give it up"
      missing="Say why the file will not come."
      onReason={(reason) => {
        void giveUp(userId, recordId, file.id, reason);
        toastDone('The file is given up');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface WithReasonProps extends Pick<ConfirmWords, 'title' | 'message' | 'confirmLabel'> {
  opened: boolean;
  /** Said when there is no reason. */
  missing: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

function WithReason({ missing, onReason, onClose, ...words }: WithReasonProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <Confirm
      {...words}
      cancelLabel="Keep it"
      destructive
      onConfirm={() => {
        if (reason.trim() !== '') {
          onReason(reason.trim());
          return;
        }
        setProblem(missing);
        toastFailed(missing);
        focusField(id);
      }}
      onCancel={onClose}
    >
      <TextArea
        id={id}
        label="Reason"
        value={reason}
        maxLength={500}
        error={problem === '' ? undefined : problem}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setProblem('');
        }}
      />
    </Confirm>
  );
}
