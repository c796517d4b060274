import { useId } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { Avatar } from '#web/ui/controls/avatar.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { NameFields, PlaceFields, RoleField } from '../account-fields.tsx';
import css from '../forms.module.css';
import { PictureButtons, type PictureChoice, usePictureChoice } from '../picture-choice.tsx';
import { fullName } from '../user-words.ts';
import { LinkSheet } from './link-sheet.tsx';
import { fieldId, type NewUserForm, useNewUser } from './use-new-user.ts';

/** The form of Add New User. `onClose` is called when it was sent or given up. */
export function AddUserForm({ onClose }: { onClose: () => void }) {
  const picture = usePictureChoice();
  const { form, held, saving, submit, refusal, handed } = useNewUser(picture.file, onClose);
  const role = useCurrentUser()?.role ?? 'guest';
  const allowed = useMay('add and change users');
  const formId = useId();
  const begun = form.isDirty() || picture.file !== null;
  const input = (name: 'email' | 'password' | 'confirmPassword') => ({
    id: fieldId(name),
    name,
    ...form.getInputProps(name),
  });

  if (handed) return <LinkSheet links={[handed]} onClose={onClose} />;
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
              message: 'You will lose what you typed.',
              confirmLabel: 'Discard',
              cancelLabel: 'Keep editing',
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
            reason={`Your role is ${role}. Only a state admin can add users.`}
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
        <FieldGrid stacking>
          <NameFields form={form} fieldId={fieldId} />
          <FullRow>
            <TextField
              label="Email"
              hint="The user signs in with this email address. Hanya sends a link there, so that they can set a password. You can correct the address only until they first sign in."
              type="email"
              inputMode="email"
              autoCapitalize="none"
              autoComplete="off"
              {...input('email')}
            />
          </FullRow>
          <FullRow>
            <RoleField
              id={fieldId('role')}
              placeholder="Select a role"
              value={form.values.role}
              error={errorOf(form, 'role')}
              onChange={(role) => form.setFieldValue('role', role)}
            />
          </FullRow>
          <PlaceFields form={form} fieldId={fieldId} held={held} isNew />
          <FullRow>
            <FirstPassword form={form} input={input} />
          </FullRow>
        </FieldGrid>
      </form>
    </Dialog>
  );
}

interface FirstPasswordProps {
  form: NewUserForm['form'];
  input: (name: 'password' | 'confirmPassword') => { id: string; name: string };
}

/** The first password, or none: then they set their own by the mailed link. */
function FirstPassword({ input }: FirstPasswordProps) {
  return (
    <div className="column gap-4">
      <FieldGrid stacking>
        <PasswordField
          label="Password"
          optional
          hint="At least 12 characters."
          autoComplete="new-password"
          {...input('password')}
        />
        <PasswordField
          label="Confirm Password"
          optional
          hint="Enter the same password again."
          autoComplete="new-password"
          {...input('confirmPassword')}
        />
      </FieldGrid>
      <p className="small quiet">
        The user also gets a link to set their own password. The link works for 7 days. If the link
        is enough, leave both fields empty.
      </p>
    </div>
  );
}

/** The picture of a new user, shown as soon as it is chosen. */
function AvatarField({ name, picture }: { name: string; picture: PictureChoice }) {
  return (
    <div className="row gap-7" role="group" aria-labelledby="user-avatar-label">
      <Avatar name={name} picture={picture.address} size="xl" />
      <div className="column shrink gap-4">
        <p className="strong" id="user-avatar-label">
          Profile Picture <span className={classNames('quiet', css['optional'])}>(optional)</span>
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
