import { useId } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import css from '../forms.module.css';
import { PictureButtons } from '../picture-buttons.tsx';
import { usePictureChoice, type PictureChoice } from '../picture-choice.ts';
import { fullName } from '../user-words.ts';
import { AddUserFields } from './add-user-fields.tsx';
import { useAddUser } from './use-add-user.ts';

/** The form of Add New User. `onClose` is called once it is done with, sent or given up. */
export function AddUserForm({ onClose }: { onClose: () => void }) {
  const picture = usePictureChoice();
  const { form, held, saving, submit, refusal } = useAddUser(picture.file, onClose);
  const role = useCurrentUser()?.role ?? 'guest';
  const allowed = useMay('add and change users');
  const formId = useId();
  const begun = form.isDirty() || picture.file !== null;

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add New User"
      scrollTopKey={refusal.attempt}
      confirmClose={
        begun
          ? {
              title: 'Close the form?',
              message: 'What you typed will be lost.',
              confirmLabel: 'Discard',
              cancelLabel: 'Keep typing',
              destructive: true,
            }
          : undefined
      }
      footer={
        <div className={css['foot']}>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            size="lg"
            disabled={!allowed}
            reason={`Not open to your role: ${role}. Users are added by a state admin.`}
            showReason
            loading={saving}
            loadingLabel="Saving"
          >
            Submit
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        className={css['form']}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (allowed) void submit();
        }}
      >
        <ErrorSummary {...refusal} />
        <AvatarField name={fullName(form.values).trim() || 'New User'} picture={picture} />
        <AddUserFields form={form} held={held} />
      </form>
    </Dialog>
  );
}

/** The picture of a new user, with what was chosen to be seen at once. */
function AvatarField({ name, picture }: { name: string; picture: PictureChoice }) {
  return (
    <div className="row gap-7" role="group" aria-labelledby="user-avatar-label">
      <Avatar name={name} picture={picture.address} size="xl" />
      <div className="column narrow gap-4">
        <p className="strong" id="user-avatar-label">
          Profile Picture <span className={css['optional']}>(optional)</span>
        </p>
        <div className="row wrap gap-4">
          <PictureButtons onChoose={picture.choose} />
          {picture.file !== null && (
            <Button
              variant="quiet"
              onClick={() => {
                picture.clear();
                toastDone('Picture removed');
              }}
            >
              Remove
            </Button>
          )}
        </div>
        <div role="status">
          {picture.problem !== null && (
            <FieldError id="user-avatar-error">{picture.problem}</FieldError>
          )}
        </div>
      </div>
    </div>
  );
}
