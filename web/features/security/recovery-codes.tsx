import { createPortal } from 'react-dom';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useToday } from '#web/format/use-today.ts';
import { joined } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './security.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The codes that sign in when phone and passkeys are lost, shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const user = useCurrentUser();
  const today = useToday();
  const list = (
    <ul className={css['codes']} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
  return (
    <Notice kind="warn">
      <b>Write these recovery codes down now: they are not shown again.</b>
      <p>Each signs you in once when your phone is lost.</p>
      {list}
      <div className="flex wrap gap-4">
        <CopyButton label="Copy codes" textOf={() => codes.join('\n')} />
        <Button size="sm" onClick={() => window.print()}>
          Print codes
        </Button>
        <Button size="sm" onClick={onKept}>
          I have written them down
        </Button>
      </div>
      {createPortal(
        <div className="printed-alone" aria-hidden>
          <h1>Recovery codes</h1>
          <p>{joined([user?.email ?? '', today])}. Each signs in once, with the password.</p>
          {list}
        </div>,
        document.body,
      )}
    </Notice>
  );
}
