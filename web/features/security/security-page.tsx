import { useCurrentUser } from '#web/api/store-hooks.ts';
import { SessionList } from '#web/records/sessions/session-list.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { FactorCard } from './factor-card.tsx';
import { PasswordCard } from './password-card.tsx';
import css from './security.module.css';

// Fetched with the page, since both are seldom needed.
export { ProofDialog } from './proof-dialog.tsx';

/** What keeps one's own account from others: password, second factor, and where it is signed in. */
export default function SecurityPage() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <PageHead
        title="Security"
        detail="Your password, your second factor, and where you are signed in."
      />
      <div className={css['columns']}>
        <PasswordCard key={user.id} ownPassword={user.ownPassword ?? true} />
        <FactorCard />
        <Card title="Sessions">
          <div className={css['body']}>
            <SessionList userId={user.id} endAll="End all other sessions" />
          </div>
        </Card>
      </div>
    </>
  );
}
