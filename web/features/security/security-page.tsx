import { useCurrentUser } from '#web/api/store-hooks.ts';
import { SessionList } from '#web/records/sessions/session-list.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { PasswordCard } from './password-card.tsx';
import css from './security.module.css';

/** What keeps one's own account from others: the password, and where it is signed in. */
export default function SecurityPage() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <PageHead title="Security" detail="Your password, and where you are signed in." />
      <div className={css['columns']}>
        <PasswordCard key={user.id} ownPassword={user.ownPassword ?? true} />
        <Card title="Sessions">
          <div className={css['body']}>
            <SessionList userId={user.id} endAll="End all other sessions" />
          </div>
        </Card>
      </div>
    </>
  );
}
