import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  changeContacts,
  changeLogo,
  type Contacts,
  contactsSchema,
  readContacts,
  readLogo,
  removeLogo,
} from '#contract/contacts.ts';
import { type Organisation, organisationNames, organisationOfState } from '#contract/places.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { upload } from '#web/api/upload.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { showFirstError } from '#web/forms/refusal.ts';
import { useRun } from '#web/forms/use-run.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { ContactFields } from '#web/records/contacts/contact-fields.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { IconBuildingCommunity } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { LanguagesCard } from './languages-card.tsx';
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
              Drivers see these details on tickets, receipts and the page that the QR code opens.
              Hanya leaves out empty fields.
            </p>
            <RefusalNotice>{failure ?? ''}</RefusalNotice>
            {data && (
              <ContactsForm
                key={organisation}
                organisation={organisation}
                contacts={data}
                reason={
                  user?.zone == null
                    ? undefined
                    : 'Only a state admin who sees all zones can change these details.'
                }
              />
            )}
          </div>
        </Card>
        <LanguagesCard
          key={`languages of ${organisation}`}
          organisation={organisation}
          mayChange={user?.zone == null}
        />
        <LogoCard key={organisation} organisation={organisation} mayChange={user?.zone == null} />
      </div>
    </>
  );
}

OrganisationPage.help =
  'This screen shows how drivers can reach your authority. Enter the phone number, office and hours as tickets should show them. They will appear on papers and on the public page at once. Drivers can then ask the office instead of the officer.';

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
      toastDone(`Name and contacts of ${organisation} saved`);
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
        nameHint="Papers and public pages show this name. If there is no other organisation, the header shows it too."
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={reason !== undefined || !form.isDirty()}
          reason={reason ?? 'You have not changed anything yet.'}
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

/** The logo in the head of papers: chosen or removed, it counts at once. */
function LogoCard(props: { organisation: Organisation; mayChange: boolean }) {
  const { organisation, mayChange } = props;
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(readLogo, { query: { organisation }, signal }),
  );
  const [asking, setAsking] = useState(false);
  const { refusal, run } = useRun();
  const logo = data?.logo ?? null;

  async function set(file: File): Promise<void> {
    const files = [{ name: 'logo', file }];
    const send = () => upload(changeLogo, { body: { organisation }, files });
    if (await run(send, 'New papers now show the logo.')) reload();
  }

  return (
    <Card title="Logo">
      <div className={css['body']}>
        <p className="small quiet">
          The logo is at the top of tickets, receipts, clearance slips and the page that the QR code
          opens. If there is no logo, the Hanya mark appears instead.
        </p>
        <RefusalNotice>{refusal || (failure ?? '')}</RefusalNotice>
        {logo !== null && (
          <img className={css['logo']} src={logo} alt={`Logo of ${organisation}`} />
        )}
        {mayChange && logo !== null && (
          <div>
            <Button onClick={() => setAsking(true)}>{removeLogo.words.begins}</Button>
          </div>
        )}
        {mayChange && (
          <FileField
            label="New logo"
            hint="A JPEG or PNG picture. A square one looks best."
            kind="logo"
            onChoose={(file) => void set(file)}
          />
        )}
      </div>
      {asking && (
        <ActConfirm
          act={removeLogo}
          asks={`Remove the logo of ${organisation}?`}
          send={() => call(removeLogo, { query: { organisation } })}
          onDone={reload}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
