import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { IconX } from '#web/ui/icons.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { useOverlays } from '../overlay/lazy-overlays.ts';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import { useScreen } from '../theme/use-screen.ts';
import { Confirm, type ConfirmWords } from './confirm.tsx';
import css from './dialog.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';

const widths = { sm: 704, md: 992, lg: 1184 } as const;

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** The name of the dialog; also its visible title, unless there is a `header`. */
  title: string;
  /** Shown in the header instead of the title; on a phone, at the top of the body. */
  header?: ReactNode;
  /** Buttons in the header, before the close button. */
  actions?: ReactNode;
  children: ReactNode;
  /** Stays in view under the scrolling body. */
  footer?: ReactNode;
  /** 704, 992 or 1184 wide; the whole screen on a phone. */
  size?: keyof typeof widths | undefined;
  /** Asked before closing, when something would be lost. */
  confirmClose?: ConfirmWords | undefined;
  /** A new value scrolls the body to its top, for instance when submitting failed. */
  scrollTopKey?: string | number | undefined;
  /** title: it is read first. field: the control that carries `data-autofocus`. */
  initialFocus?: 'title' | 'field' | undefined;
  /** Leaves out the padding of the body, for content with columns of its own. */
  flush?: boolean | undefined;
}

/** A dialog over the screen. The focus stays inside, and returns to where it was. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, header, actions, children, footer, confirmClose } = props;
  const say = useSay();
  const [asking, setAsking] = useState(false);
  const { overlays, shown } = useOverlays(opened);
  const phone = useScreen('phone');
  const first = props.initialFocus === 'field' ? {} : { 'data-autofocus': true, tabIndex: -1 };
  const body = useRef<HTMLDivElement>(null);

  useEscape(opened, leave);
  useFocusReturn(opened);
  useEffect(() => {
    // In a low window the whole dialog scrolls.
    for (const part of [body.current, body.current?.parentElement]) part?.scrollTo({ top: 0 });
  }, [props.scrollTopKey]);

  function leave(): void {
    if (confirmClose === undefined) onClose();
    else setAsking(true);
  }

  return (
    <>
      {overlays && (
        <overlays.Modal.Root
          opened={shown}
          onClose={leave}
          size={widths[props.size ?? 'sm']}
          fullScreen={phone}
          closeOnEscape={false}
          closeOnClickOutside={confirmClose === undefined}
          transitionProps={{ duration: 240, transition: 'fade' }}
          classNames={{
            inner: css['inner'] ?? '',
            content: classNames('column', css['content']),
          }}
        >
          <overlays.Modal.Overlay />
          <overlays.Modal.Content>
            <div className={classNames('row flex-none wrap', css['header'])}>
              {header === undefined || phone ? (
                <overlays.Modal.Title {...first} className={classNames(css['title'], 'grow')}>
                  {title}
                </overlays.Modal.Title>
              ) : (
                <>
                  <VisuallyHidden>
                    <overlays.Modal.Title {...first}>{title}</overlays.Modal.Title>
                  </VisuallyHidden>
                  <div className="grow">{header}</div>
                </>
              )}
              {actions != null && <div className="row gap-6">{actions}</div>}
              <IconButton
                label={say('Close')}
                icon={<IconX size={20} aria-hidden />}
                onClick={leave}
              />
            </div>
            <div ref={body} className={classNames(css['dialogBody'], props.flush && css['flush'])}>
              {phone && header !== undefined && <div className={css['onPhone']}>{header}</div>}
              <InSlices onPhone={phone && props.initialFocus !== 'field'}>{children}</InSlices>
            </div>
            {footer != null && (
              <div className={classNames('flex-none line-top', css['footer'])}>{footer}</div>
            )}
          </overlays.Modal.Content>
        </overlays.Modal.Root>
      )}
      {confirmClose !== undefined && (
        <Confirm
          {...confirmClose}
          opened={opened && asking}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onClose();
          }}
        />
      )}
    </>
  );
}

/**
 * On a phone it draws its children after the frame of the dialog, in slices. Mantine draws a dialog
 * at one go, and a long form would keep a slow phone blank for too long.
 */
function InSlices({ onPhone, children }: { onPhone: boolean; children: ReactNode }) {
  return useDeferredValue(true, !onPhone) && children;
}
