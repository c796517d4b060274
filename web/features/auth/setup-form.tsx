import { useState } from 'react';
import { changeContacts, changeLogo, contactsSchema, noContacts } from '#contract/contacts.ts';
import { accountStates, organisationOfState } from '#contract/places.ts';
import type { SignedIn } from '#contract/sign-in.ts';
import { call, setToken } from '#web/api/call.ts';
import { settings } from '#web/device/settings.ts';
import { ContactFields } from '#web/records/contacts/contact-fields.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import { useAuthForm } from './use-auth-form.ts';

const organisations = [
  { value: '', label: 'Select' },
  ...accountStates.map((state) => ({ value: state, label: organisationOfState(state) })),
  { value: 'all', label: 'All organisations' },
];

const admin = { setupCode: '', firstName: '', lastName: '', email: '' };
/** The first account of an installation, against the code that its server printed. */
export function SetupForm({ onMade }: { onMade: (made: SignedIn) => void | Promise<void> }) {
  const form = useAuthForm({
    initial: { ...admin, state: '', password: '', confirmPassword: '' },
    send: ({ setUp }, values) => setUp(values),
    onAnswer: onMade,
    failed: 'Hanya could not create the account. Try again.',
  });
  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <TextField
        label="Set-up code"
        hint="The server printed this code when it started."
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        {...form.input('setupCode')}
      />
      <TextField label="First name" autoComplete="given-name" {...form.input('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...form.input('lastName')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...form.input('email')}
      />
      <ChoiceField
        label="Organisation"
        hint="This account will see this organisation’s records."
        options={organisations}
        {...form.input('state')}
      />
      <PasswordField
        label="Password"
        hint="At least 12 characters."
        autoComplete="new-password"
        {...form.input('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.input('confirmPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.sending}
        loadingLabel="Setting up"
      >
        Set up
      </Button>
    </form>
  );
}

interface OrganisationProps {
  made: SignedIn;
  onDone: () => void | Promise<void>;
}

/**
 * Name, contacts and logo of the first state admin's organisation, as far as they are given. The account
 * is there whatever happens here; what was refused can be sent again.
 */
export function OrganisationForm({ made: { token, user }, onDone }: OrganisationProps) {
  const [logo, setLogo] = useState<File | null>(null);
  const form = useAuthForm({
    initial: noContacts,
    send: ({ send }, values) =>
      send(contactsSchema, values, async () => {
        setToken(token);
        const organisation = organisationOfState(user.state ?? accountStates[0]);
        if (Object.values(values).some(Boolean)) {
          const { data } = await call(changeContacts, { body: { ...values, organisation } });
          // As the next page will say it: an installation with its first account has one organisation.
          settings().authorityName = data.name || settings().authorityName;
        }
        const files = logo ? [{ name: 'logo', file: logo }] : [];
        if (logo) await call(changeLogo, { body: { organisation }, files });
      }),
    onAnswer: onDone,
    failed: 'Hanya could not save this. Try again.',
  });
  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <ContactFields
        input={form.input}
        nameHint={`If you leave this empty, papers will show ${settings().authorityName}.`}
      />
      <FileField
        label="Logo for papers"
        hint="A JPEG or PNG picture. A square one looks best."
        optional
        kind="logo"
        file={logo}
        onChoose={setLogo}
      />
      <Button type="submit" variant="primary" size="lg" wide loading={form.sending}>
        Begin
      </Button>
      <p className={classNames('small quiet', css['hint'])}>
        You can do this later. Select Organisation in the account menu.
      </p>
    </form>
  );
}
