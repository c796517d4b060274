import { useForm } from '@mantine/form';
import { useState } from 'react';
import { changeContacts, type Contacts, contactsSchema, readContacts } from '#contract/contacts.ts';
import { organisationNames, type Organisation, organisationOfState } from '#contract/places.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { showFirstError } from '#web/forms/refusal.ts';
import { ContactFields } from '#web/records/contacts/contact-fields.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconBuildingCommunity } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { LogoCard } from './logo-card.tsx';
import css from './organisation.module.css';

/** What an organisation says of itself on its papers and public pages. */
export default function OrganisationPage() {
  const user = useCurrentUser();
  const [chosen, setChosen] = useState<Organisation>(organisationNames[0]);
  const organisation = user?.state ? organisationOfState(user.state) : chosen;
  const { data, failure } = useLoaded(organisation, (signal) =>
    dataOf(readContacts, { query: { organisation }, signal }),
  );
  return (
    <>
      <PageHead
        title="Organisation"
        actions={
          user?.state == null && (
            <HeadSelect
              label="Organisation"
              icon={<IconBuildingCommunity size={18} stroke={1.8} aria-hidden />}
              value={organisation}
              options={organisationNames.map((value) => ({ value }))}
              onChange={setChosen}
            />
          )
        }
      />
      <div className="column gap-7">
        <Card title="Name and contacts">
          <div className={css['body']}>
            <p className="small quiet">
              Drivers read them on tickets, receipts and the page behind the code. What is left
              empty is left out.
            </p>
            <RefusalNotice>{failure ?? ''}</RefusalNotice>
            {data && (
              <ContactsForm
                key={organisation}
                organisation={organisation}
                contacts={data}
                reason={user?.zone == null ? undefined : 'A state admin of all zones sets them.'}
              />
            )}
          </div>
        </Card>
        <LogoCard key={organisation} organisation={organisation} mayChange={user?.zone == null} />
      </div>
    </>
  );
}

OrganisationPage.help =
  'Here stands how drivers reach your authority. Write phone, office and hours as they should read on tickets. They appear on papers and on the public page at once. Drivers ask there, and not the officer.';

interface ContactsFormProps {
  organisation: Organisation;
  contacts: Contacts;
  /** Why they can't be changed. */
  reason: string | undefined;
}

function ContactsForm({ organisation, contacts, reason }: ContactsFormProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const form = useForm<Contacts>({
    initialValues: contacts,
    validate: formErrors(contactsSchema),
    validateInputOnBlur: true,
  });

  async function save(values: Contacts): Promise<void> {
    setBusy(true);
    setRefusal('');
    try {
      const { data } = await call(changeContacts, { body: { ...values, organisation } });
      form.setInitialValues(data);
      form.setValues(data);
      form.resetDirty(data);
      toastDone(`Name and contacts of ${organisation} are saved.`);
    } catch (error) {
      const { message, fields } = failedCall(error);
      form.setErrors(fields);
      setRefusal(message);
      toastFailed(message);
    }
    setBusy(false);
  }

  return (
    <form
      className={css['body']}
      noValidate
      onSubmit={form.onSubmit((values) => void (busy || save(values)), showFirstError(form))}
    >
      <RefusalNotice>{refusal}</RefusalNotice>
      <ContactFields
        input={(name) => form.getInputProps(name)}
        nameHint="On papers and public pages; the header follows where there is no other organisation."
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={reason !== undefined || !form.isDirty()}
          reason={reason ?? 'Nothing has changed yet.'}
          showReason={reason !== undefined}
          loading={busy}
          loadingLabel="Saving"
        >
          Save
        </Button>
      </div>
    </form>
  );
}
