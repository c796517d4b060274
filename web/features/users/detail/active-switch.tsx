import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { updateUser } from '../changes.ts';
import { fullName } from '../user-words.ts';

/** Deactivates somebody's account, or activates it again; asks once. */
export function ActiveSwitch({ user, className }: { user: User; className?: string | undefined }) {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const { id, active } = user;
  const name = fullName(user);

  async function change(): Promise<void> {
    setSaving(true);
    const body = { active: !active };
    try {
      await updateUser(dispatch, { id, own: false, body });
      toastDone('User updated');
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setSaving(false);
    setAsking(false);
  }

  const verb = active ? 'Deactivate' : 'Activate';
  return (
    <>
      <Button className={className} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <Confirm
        opened={asking}
        title={`${verb} ${name}?`}
        message={
          active ? (
            <p>
              <b>{name}</b> will be signed out at once. They cannot sign in until a state admin
              activates the account again. Their records will stay.
            </p>
          ) : (
            <p>
              <b>{name}</b> can sign in again with their old password.
            </p>
          )
        }
        confirmLabel={verb}
        destructive={active}
        loading={saving}
        loadingLabel="Saving"
        onConfirm={() => void change()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
