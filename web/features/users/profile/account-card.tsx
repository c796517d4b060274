import { useId } from 'react';
import { organisationOfState } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import { useSay } from '#web/device/language.ts';
import { settings } from '#web/device/settings.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { useLanguages } from '#web/records/languages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { NameFields, PlaceFields } from '../account-fields.tsx';
import formCss from '../forms.module.css';
import { NarrowConfirm } from '../narrow-confirm.tsx';
import { type AccountForm, fieldId, useAccountForm } from '../use-account-form.ts';
import { roleName } from '../user-words.ts';
import css from './profile.module.css';

/** The part of their own account that people change. */
export function AccountCard({ user }: { user: User }) {
  const account = useAccountForm(user, 'Profile updated');
  const { form, saving, refusal } = account;
  const accessId = useId();
  const widest = user.state === null || user.zone === null;
  return (
    <Card title="Account">
      <form className={css['body']} noValidate onSubmit={account.submit}>
        <RefusalNotice>{refusal}</RefusalNotice>
        <FieldGrid stacking>
          <ReadOnlyField label="Account Type" value={roleName(user.role)} />
          <ReadOnlyField label="Email" note="cannot be changed" value={user.email} />
          <NameFields form={form} own />
          <LanguageField user={user} form={form} />
        </FieldGrid>
        <section className={css['access']} aria-labelledby={accessId}>
          <h3 id={accessId}>Access Control</h3>
          <p className="small quiet">
            {widest
              ? 'You can narrow your access. Only a state admin can widen it again.'
              : 'You can see and make records only in this state and zone. Only a state admin can change your state and zone.'}
          </p>
          <FieldGrid stacking>
            <PlaceFields form={form} fieldId={fieldId} zoneLabel="Zone Restriction" />
          </FieldGrid>
        </section>
        <div className={formCss['foot']}>
          <Button
            type="submit"
            variant="primary"
            disabled={!form.isDirty()}
            reason="You have not changed anything yet."
            loading={saving}
            loadingLabel="Saving"
          >
            Save Changes
          </Button>
        </div>
      </form>
      <NarrowConfirm account={account} />
    </Card>
  );
}

/** The language of one's own sign-in and forms; nothing where only English is offered. */
function LanguageField({ user: { state }, form }: { user: User } & Pick<AccountForm, 'form'>) {
  const { language } = useSay();
  const ofOrganisation = useLanguages(state && organisationOfState(state));
  const languages = state === null ? (settings().languages ?? []) : ofOrganisation;
  if (languages.length < 2) return null;
  return (
    <SelectField
      id={fieldId('language')}
      label="Language"
      hint="For the sign-in page and the forms for bookings and collisions."
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      value={form.values.language || language}
      error={errorOf(form, 'language')}
      onChange={(code) => form.setFieldValue('language', code ?? '')}
    />
  );
}
