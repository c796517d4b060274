import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { SessionList } from '#web/records/sessions/session-list.tsx';
import { Slot } from '#web/records/slot.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { FactorCard } from './factor-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RequiredCard } from './required-card.tsx';

// Fetched with the page, since both are seldom needed.
export { ProofDialog } from './proof-dialog.tsx';
export { SetUpPage } from './set-up-page.tsx';

/** The guards of one's own account: password, second factor, sessions and phones. */
export default function SecurityPage() {
  const user = useCurrentUser();
  const mayRequire = useMay('add and change users');
  if (user === null) return null;
  return (
    <>
      <PageHead
        title="Security"
        detail="Your password, your second factor, and where you are signed in."
      />
      <div className="halves">
        <PasswordCard key={user.id} ownPassword={user.ownPassword ?? true} />
        <FactorCard />
        {mayRequire && <RequiredCard user={user} />}
        <Card title="Sessions">
          <div className="gap-7 stack card-body">
            <SessionList userId={user.id} endAll="End all other sessions" />
          </div>
        </Card>
        <Slot name="devices of an account" userId={user.id} own />
      </div>
    </>
  );
}

SecurityPage.help =
  'This screen protects your account. Set up a second factor, and keep its recovery codes on paper. End any session that you do not recognise. If you lose your phone, tell a state admin at once.';
