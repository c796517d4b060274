import { type ReactNode, useId, useState } from 'react';
import type { User } from '#contract/users.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { RecordHistory } from '#web/records/history/record-history.tsx';
import { SessionList } from '#web/records/sessions/session-list.tsx';
import { isFilled, Slot } from '#web/records/slot.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { NameFields, PlaceFields, RoleField } from '../account-fields.tsx';
import formCss from '../forms.module.css';
import { NarrowConfirm } from '../narrow-confirm.tsx';
import { type AccountForm, fieldId, useAccountForm } from '../use-account-form.ts';
import { fullName, roleName } from '../user-words.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { UserDuties } from './user-duties.tsx';
import { UserFactors } from './user-factors.tsx';
import { AccountFacts } from './user-facts.tsx';
import { UserLink } from './user-link.tsx';

export interface UserEditProps {
  user: User;
  header: ReactNode;
  onClose: () => void;
}

/** A user's account, for a state admin to change. */
export function UserEdit({ user, header, onClose }: UserEditProps) {
  const account = useAccountForm(user, 'User updated');
  const { form, own, saving, refusal } = account;
  const formId = useId();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={fullName(user)}
      header={header}
      confirmClose={
        form.isDirty()
          ? {
              title: 'Close without saving?',
              message: 'You will lose your changes.',
              confirmLabel: 'Discard',
              cancelLabel: 'Keep editing',
              destructive: true,
            }
          : undefined
      }
      footer={
        <div className={formCss['foot']}>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!form.isDirty()}
            reason="You have not changed anything yet."
            loading={saving}
            loadingLabel="Saving"
          >
            Save Changes
          </Button>
          {!own && <ActiveSwitch user={user} className={formCss['far']} />}
        </div>
      }
    >
      <form id={formId} className={formCss['form']} noValidate onSubmit={account.submit}>
        <RefusalNotice>{refusal}</RefusalNotice>
        <UserEditFields user={user} account={account} />
        <AccountFacts user={user} />
      </form>
      {!own && user.active && <UserLink key={user.email} user={user} />}
      <UserSecurity user={user} own={own} />
      <UserDuties user={user} />
      <RecordHistory record="user" id={user.id} />
      <NarrowConfirm account={account} />
    </Dialog>
  );
}

function UserEditFields({ user, account }: { user: User; account: AccountForm }) {
  const { form, own } = account;
  const me = useCurrentUser();
  return (
    <FieldGrid stacking>
      <NameFields form={form} />
      <FullRow>
        {own || user.ownPassword || user.lastActive !== null ? (
          <ReadOnlyField label="Email" note="cannot be changed" value={user.email} />
        ) : (
          <TextField
            id={fieldId('email')}
            label="Email"
            hint="Nobody has signed in with this address yet. The person who added the account can correct it. Hanya will then send a link to the new address."
            type="email"
            inputMode="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
        )}
      </FullRow>
      <FullRow>
        {own ? (
          <ReadOnlyField
            label="Role"
            note="you cannot change your own"
            value={roleName(user.role)}
          />
        ) : (
          <RoleField
            hint="If you change the role, state or zone, this user will be signed out at once."
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
          />
        )}
      </FullRow>
      <PlaceFields
        form={form}
        fieldId={fieldId}
        held={own ? undefined : { state: me?.state ?? null, zone: me?.zone ?? null }}
      />
    </FieldGrid>
  );
}

/** Somebody's second factor, sessions and phones; loaded once it is asked for. */
function UserSecurity({ user, own }: { user: User; own: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <section className="column gap-4 space-above" aria-label="Security">
      {shown ? (
        <>
          <h3 className="heading">Second factor</h3>
          <UserFactors id={user.id} name={fullName(user)} own={own} />
          <h3 className="heading">Sessions</h3>
          <SessionList userId={user.id} endAll="End all sessions" />
          <Slot name="devices of an account" userId={user.id} own={own} />
        </>
      ) : (
        <div>
          <Button size="sm" onClick={() => setShown(true)}>
            {isFilled('devices of an account')
              ? 'Show phones, sessions and second factor'
              : 'Show sessions and second factor'}
          </Button>
        </div>
      )}
    </section>
  );
}
