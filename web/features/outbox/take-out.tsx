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

/** Asks before a record is taken off the device. */
export function TakeOut({ userId, record, opened, onClose }: TakeOutProps) {
  const name = nameOf(record);
  if (record.code === 'id_taken')
    return (
      <Confirm
        opened={opened}
        title={`Remove ${name}?`}
        message="The authority already has a different version of this record. Before you remove this version from this device, check that the authority’s version is right."
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
      title={`Remove ${name}?`}
      message="Hanya will not send this record. It will tell the authority, then remove the record from this device. Zonal heads and state admins will see that you removed it, and why. The driver may have a ticket for this record."
      confirmLabel="Remove it"
      missing="Enter a reason."
      onReason={(reason) => {
        void takeOut(userId, record._id, reason);
        toastDone('Record removed');
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
      title={`Leave out ${file.name}?`}
      message="The authority will keep the record and your reason, but will not get this file. Hanya will tell the authority, then remove the file from this device."
      confirmLabel="Leave it out"
      missing="Enter a reason."
      onReason={(reason) => {
        void giveUp(userId, recordId, file.id, reason);
        toastDone('File left out');
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
