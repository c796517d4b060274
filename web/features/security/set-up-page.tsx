import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FactorCard } from './factor-card.tsx';
import css from './security.module.css';

interface SetUpPageProps {
  onDone: () => void;
  onLogout: () => void;
}

/** All that is shown to whoever must have a second factor and has none. */
export function SetUpPage({ onDone, onLogout }: SetUpPageProps) {
  return (
    <main className={css['setUp']}>
      <h1>Set up a second factor</h1>
      <Notice kind="warn">
        A state admin requires a second factor for your role. Set one up to continue.
      </Notice>
      <FactorCard onSetUp={onDone} />
      <div>
        <Button variant="link" onClick={onLogout}>
          Logout
        </Button>
      </div>
    </main>
  );
}
