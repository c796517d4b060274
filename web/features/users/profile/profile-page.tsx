import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { guestPayload } from '#contract/auth.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconUserQuestion } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { useUserRecord } from '../detail/use-user-record.ts';
import { AccountCard } from './account-card.tsx';
import { PictureCard } from './picture-card.tsx';
import css from './profile.module.css';
import { ReadOnlyAccount } from './read-only-account.tsx';

/** Account Settings: the person's own record, picture and (changed elsewhere) password. */
export default function ProfilePage() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <PageHead title="Account Settings" />
      {user.id === guestPayload.id ? <Profile user={user} /> : <Staff key={user.id} id={user.id} />}
    </>
  );
}

ProfilePage.help =
  'This is your own account. You can change your picture and your phone number. A state admin sets your role, zone and email. Your password and second factor are under Security.';

function Staff({ id }: { id: string }) {
  const { record: user, failure, retry } = useUserRecord(id);
  if (user) return <Profile user={user} account={<AccountCard user={user} />} />;
  return (
    <Card label="Account">
      <div className={css['body']}>
        <RecordMissing
          noun="user"
          icon={<IconUserQuestion size={30} stroke={1.5} />}
          failure={failure}
          onRetry={retry}
        />
      </div>
    </Card>
  );
}

/** `account` is shown to those who may change it. */
function Profile({ user, account }: { user: SignedInUser; account?: ReactNode }) {
  const reason = useReadOnlyReason();
  return (
    <div className={css['columns']}>
      {reason === undefined ? account : <ReadOnlyAccount user={user} reason={reason} />}
      <div className={css['side']}>
        <PictureCard user={user} reason={reason} />
        <PasswordCard />
      </div>
    </div>
  );
}

/** The reason why nothing can be changed on the profile; undefined when it can. */
function useReadOnlyReason(): string | undefined {
  const role = useCurrentUser()?.role ?? 'guest';
  const may = useMay('change own profile');
  if (may) return undefined;
  return role === 'guest'
    ? 'Guests can only look around. To change your profile, sign in with your own account.'
    : `Your role is ${role}. Ask a state admin to change your account.`;
}

const passwordLabels = ['Current Password', 'New Password', 'Confirm Password'];

/** Fields that do nothing, and say where a password is really changed. */
function PasswordCard() {
  const hint = useId();
  const maySecure = useMay('end own session');
  return (
    <Card title="Change Password">
      <div className={css['body']} role="group" aria-describedby={hint}>
        <p id={hint} className="small quiet">
          Change your password on the{' '}
          {maySecure ? <Link to="/security">Security page</Link> : 'Security page'} in the account
          menu.
        </p>
        {passwordLabels.map((label) => (
          <TextField key={label} label={label} type="password" autoComplete="off" disabled />
        ))}
      </div>
    </Card>
  );
}
