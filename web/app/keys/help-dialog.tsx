import { Link, useLocation } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { turnShortcuts, useShortcutsOn } from '#web/device/shortcuts.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { helpOf } from '../pages.ts';
import { screens, type ScreenPath } from '../screens.tsx';
import css from './help-dialog.module.css';

interface Shortcut {
  keys: readonly string[];
  does: string;
}

const always: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], does: 'Find a record, open a screen or start a task' },
  { keys: ['Enter'], does: 'Open the current row' },
  { keys: ['Space'], does: 'Select the current row' },
  { keys: ['↑', '↓'], does: 'Move up and down a list' },
  { keys: ['Esc'], does: 'Close the open window' },
];

const single: readonly Shortcut[] = [
  { keys: ['/'], does: 'Search this list' },
  { keys: ['j'], does: 'Next row or record' },
  { keys: ['k'], does: 'Previous row or record' },
  { keys: ['n'], does: 'New booking' },
  { keys: ['?'], does: 'Show this help' },
];

interface HelpDialogProps {
  userId: string;
  opened: boolean;
  onClose: () => void;
}

/** What the screen is for, all keyboard shortcuts, and the switch for the single keys. */
export function HelpDialog({ userId, opened, onClose }: HelpDialogProps) {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const screen = screens.find(({ path }) => path === pathname);
  const onPhone = useScreen('phone');
  return (
    <Dialog opened={opened} onClose={onClose} title="Help" size="sm">
      <section className="column gap-4">
        <h3 className={classNames('body flex baseline gap-4', css['title'])}>
          {screen?.title ?? 'This screen'}
        </h3>
        {screen && <ScreenHelp path={screen.path} />}
        {user?.role !== 'guest' && (
          <Link to="/guide" onClick={onClose}>
            Guide to your role
          </Link>
        )}
      </section>
      {!onPhone && <Keys userId={userId} />}
    </Dialog>
  );
}

function ScreenHelp({ path }: { path: ScreenPath }) {
  const { data } = useLoaded(path, () => helpOf(path));
  return <p>{data}</p>;
}

function Keys({ userId }: { userId: string }) {
  const on = useShortcutsOn();
  return (
    <>
      <div className={css['columns']}>
        <Shortcuts title="Everywhere" shortcuts={always} />
        <Shortcuts title="Single-key shortcuts" shortcuts={single} off={!on} />
      </div>
      <div className={classNames('column gap-2 line-top', css['switch'])}>
        <CheckField
          label="Use single-key shortcuts"
          checked={on}
          onChange={(event) => turnShortcuts(userId, event.currentTarget.checked)}
        />
        <p className="small quiet">
          Single-key shortcuts do not work while you type in a field. In an open record only j and k
          work. Hanya remembers your choice on this device.
        </p>
      </div>
    </>
  );
}

interface ShortcutsProps {
  title: string;
  shortcuts: readonly Shortcut[];
  off?: boolean;
}

function Shortcuts({ title, shortcuts, off = false }: ShortcutsProps) {
  return (
    <section>
      <h3 className={classNames('body flex baseline gap-4', css['title'])}>
        {title}
        {off && <span className={classNames('tiny quiet strong', css['off'])}>off</span>}
      </h3>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={classNames('row gap-6', css['line'])}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
