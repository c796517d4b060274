import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import css from './confirm.module.css';
import { useEscape } from './use-escape.ts';

export interface ConfirmWords {
  /** The question, such as "Close the form?". */
  title: string;
  /** What happens, in one sentence; names the record it is about. */
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Red: something is lost or taken away. */
  destructive?: boolean | undefined;
  /** A third answer, between the two. */
  alternative?: { label: string; onChoose: () => void } | undefined;
}

export interface ConfirmProps extends ConfirmWords {
  opened: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Busy with what was confirmed. */
  loading?: boolean | undefined;
  loadingLabel?: string | undefined;
  /** Not yet, and why, for instance while a reason is missing. */
  reason?: string | undefined;
  /** Fields below the message. */
  children?: ReactNode;
}

/** Asks once. The safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, message, confirmLabel, cancelLabel, destructive, onCancel } = props;
  useEscape(opened, onCancel);
  return (
    <Modal.Root
      opened={opened}
      onClose={onCancel}
      size={440}
      centered
      closeOnEscape={false}
      zIndex={300}
      transitionProps={{ duration: 180, transition: 'fade' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={css['body']}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.Body className={css['message'] ?? ''}>{message}</Modal.Body>
          {props.children}
          <div className="flex wrap gap-4">
            <Button
              variant={destructive ? 'destructive' : 'primary'}
              onClick={props.onConfirm}
              loading={props.loading}
              loadingLabel={props.loadingLabel}
              disabled={props.reason !== undefined}
              reason={props.reason}
              showReason
            >
              {confirmLabel}
            </Button>
            {props.alternative && (
              <Button onClick={props.alternative.onChoose}>{props.alternative.label}</Button>
            )}
            <Button onClick={onCancel} data-autofocus>
              {cancelLabel ?? 'Cancel'}
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
