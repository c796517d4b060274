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
  return (
    <Notice kind="warn">
      <b>Write these recovery codes down now: they are not shown again.</b>
      <p>Each signs you in once when your phone is lost.</p>
      <ul className={css['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex wrap gap-4">
        <CopyButton label="Copy codes" textOf={() => codes.join('\n')} />
        <Button size="sm" onClick={onKept}>
          I have written them down
        </Button>
      </div>
    </Notice>
  );
}
