import { useId, type ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { RecordHistory } from '#web/records/history/record-history.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import formCss from '../forms.module.css';
import { NarrowConfirm } from '../narrow-confirm.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { fullName } from '../user-words.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { UserEditFields } from './user-edit-fields.tsx';
import { AccountFacts } from './user-facts.tsx';

export interface UserEditProps {
  user: User;
  header: ReactNode;
  onClose: () => void;
}

/** A user as a state admin changes them. */
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
              message: 'What you changed will be lost.',
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
            reason="Nothing has changed yet."
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
        {refusal !== '' && (
          <Notice kind="alert">
            <b>{refusal}</b>
          </Notice>
        )}
        <UserEditFields user={user} form={form} own={own} />
        <AccountFacts user={user} />
      </form>
      <RecordHistory record="user" id={user.id} />
      <NarrowConfirm
        opened={account.asking}
        place={form.values}
        onConfirm={() => void account.save()}
        onCancel={account.giveUp}
      />
    </Dialog>
  );
}
