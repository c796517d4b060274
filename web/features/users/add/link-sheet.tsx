import { createPortal } from 'react-dom';
import type { HandedLink } from '#contract/user-changes.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconPrinter } from '#web/ui/icons.ts';
import css from './link-sheet.module.css';

interface LinkSheetProps {
  links: readonly HandedLink[];
  onClose: () => void;
}

/** The links of new users where no mail is set up: a strip of paper for each, shown once. */
export function LinkSheet({ links, onClose }: LinkSheetProps) {
  const strips = (
    <ul className={css['strips']} aria-label="Links to hand over">
      {links.map(({ name, email, link, until }) => (
        <li key={email}>
          <p>
            <b>{name}</b>
          </p>
          <p>Sign in to Hanya as {email}.</p>
          <p>
            Open this link to set your own password. You can use it only once, and it expires on{' '}
            {momentOf(until)}.
          </p>
          <p className="anywhere">
            <code>{link}</code>
          </p>
        </li>
      ))}
    </ul>
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Links to hand over"
      confirmClose={{
        title: 'Close the sheet?',
        message: 'Hanya will not show these links again.',
        confirmLabel: 'Close the sheet',
        cancelLabel: 'Keep it open',
        destructive: true,
      }}
      footer={
        <div className="flex wrap gap-4">
          <Button
            variant="primary"
            icon={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            Print the sheet
          </Button>
          <CopyButton label="Copy the links" textOf={() => links.map(asLine).join('\n')} />
        </div>
      }
    >
      <div className="column gap-6">
        <Notice kind="warn">
          <b>These links are shown only once, because email is not set up.</b> Print the sheet, cut
          it into strips, and give each person their own strip. Anybody who has a link can set the
          password.
        </Notice>
        {strips}
      </div>
      {createPortal(
        <div className="printed-alone" aria-hidden>
          {strips}
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

const asLine = ({ name, email, link, until }: HandedLink): string =>
  [name, email, link, momentOf(until)].join('\t');
