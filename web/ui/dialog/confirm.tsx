import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { useOverlays } from '../overlay/lazy-overlays.ts';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './dialog.module.css';
import { useEscape } from './use-escape.ts';

export interface ConfirmWords {
  /** The question, such as "Close the form?". */
  title: string;
  /** The effect, in one sentence that names the record. */
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** A red button, for what can't be undone. */
  destructive?: boolean | undefined;
  /** A third answer. */
  alternative?: { label: string; onChoose: () => void } | undefined;
}

export interface ConfirmProps extends ConfirmWords {
  opened: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  loading?: boolean | undefined;
  loadingLabel?: string | undefined;
  /** The reason why it can't be confirmed yet, such as a missing reason. */
  reason?: string | undefined;
  /** Fields below the message. */
  children?: ReactNode;
}

/** A question before something happens. The safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, message, confirmLabel, cancelLabel, destructive, onCancel } = props;
  const say = useSay();
  const { overlays, shown } = useOverlays(opened);
  useEscape(opened, onCancel);
  if (!overlays) return null;
  return (
    <overlays.Modal.Root
      opened={shown}
      onClose={onCancel}
      size={440}
      centered
      closeOnEscape={false}
      zIndex={300}
      transitionProps={{ duration: 180, transition: 'fade' }}
    >
      <overlays.Modal.Overlay />
      <overlays.Modal.Content>
        <div className={classNames('column gap-6', css['body'])}>
          <overlays.Modal.Title>{title}</overlays.Modal.Title>
          <overlays.Modal.Body className={css['message'] ?? ''}>{message}</overlays.Modal.Body>
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
              {cancelLabel ?? say('Cancel')}
            </Button>
          </div>
        </div>
      </overlays.Modal.Content>
    </overlays.Modal.Root>
  );
}
