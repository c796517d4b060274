import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  messagePurposes,
  type MessageSender,
  placesOf,
  whyTooLong,
  writtenPurposes,
} from '#contract/modules/after-ticket/message-texts.ts';
import { obligationKinds, obligations } from '#contract/modules/after-ticket/obligations.ts';
import {
  type ActOfPower,
  actsOfPower,
  proposeTicketRules,
  readMessageSender,
  type TicketRules,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import type { Organisation } from '#contract/places.ts';
import { call, dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { useToday } from '#web/format/use-today.ts';
import { showFirstError } from '#web/forms/refusal.ts';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { MessageText } from './message-text.tsx';
import { draftOf, priceOf, type RulesDraft, rulesOf } from './rules-draft.ts';

interface RulesFormProps {
  organisation: Organisation;
  /** The form begins with these. */
  known: TicketRules;
  onProposed: () => void;
}

type Values = RulesDraft & { from: string; reason: string };

const acts = Object.entries(actsOfPower) as [ActOfPower, string][];

/** Why texts are too long, by field. */
const tooLong = ({ texts }: Values, sender: MessageSender) =>
  Object.fromEntries(
    writtenPurposes.flatMap((purpose) => {
      const why = whyTooLong(texts[purpose], sender);
      return why === null ? [] : [[`texts.${purpose}`, why]];
    }),
  );

/** Proposes the rules of tickets from a day to come on. */
export function RulesForm(props: RulesFormProps) {
  const { organisation } = props;
  const { data, failure, reload } = useLoaded(`sender ${organisation}`, (signal) =>
    dataOf(readMessageSender, { query: { organisation }, signal }),
  );
  if (failure !== null) return <ListFailure message={failure} onRetry={reload} />;
  return data ? <Form {...props} sender={data} /> : <LoadingNote>Loading the form</LoadingNote>;
}

interface FormProps extends RulesFormProps {
  /** The texts are measured as its drivers read them. */
  sender: MessageSender;
}

function Form({ organisation, known, sender, onProposed }: FormProps) {
  const tomorrow = movedBy(useToday(), 1);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const form = useForm<Values>({
    initialValues: { ...draftOf(known), from: '', reason: '' },
    validate: (values) => {
      const { from, reason, ...draft } = values;
      const read = rulesOf(draft);
      return {
        ...tooLong(values, sender),
        ...('problems' in read && read.problems),
        ...(from < tomorrow && { from: 'Select tomorrow or a later day.' }),
        ...(reason.trim() === '' && { reason: 'Enter a reason for the new rules.' }),
      };
    },
  });
  const days = (path: string) => ({
    inputMode: 'numeric' as const,
    maxLength: 4,
    ...form.getInputProps(path),
  });

  async function propose({ from, reason, ...draft }: Values): Promise<void> {
    const read = rulesOf(draft);
    if ('problems' in read) return;
    setBusy(true);
    try {
      await call(proposeTicketRules, { body: { rules: read.rules, from, reason, organisation } });
      toastDone(`A second person must now confirm the rules from ${from}`);
      onProposed();
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
      className="column gap-7"
      noValidate
      aria-label="Propose rules"
      onSubmit={form.onSubmit((values) => void (busy || propose(values)), showFirstError(form))}
    >
      <RefusalNotice>{refusal}</RefusalNotice>
      <fieldset className="column gap-5">
        <legend className="strong">Powers</legend>
        <p className="small quiet">
          Enter the law for each power as the gazette states it. Tickets, papers and messages name
          this law. Ask a lawyer to check your entries first.
        </p>
        {acts.map(([act, title]) => (
          <div key={act} className="column gap-4">
            <h3 className="body strong">{title}</h3>
            <FieldGrid stacking>
              <TextField
                label="Law"
                optional={act !== 'ticket'}
                maxLength={120}
                {...form.getInputProps(`powers.${act}.law`)}
              />
              <TextField
                label="Section"
                optional
                maxLength={60}
                {...form.getInputProps(`powers.${act}.section`)}
              />
            </FieldGrid>
            <TextArea
              label="Wording"
              optional
              rows={2}
              maxLength={400}
              {...form.getInputProps(`powers.${act}.wording`)}
            />
          </div>
        ))}
        <TextArea
          label="Laws for the offences"
          hint="Enter one offence and its law on each line, such as LGC-01 Traffic Law 2017, s. 12. Papers show “section to be named” for offences that you leave out."
          optional
          rows={6}
          {...form.getInputProps('laws')}
        />
        <TextArea
          label="Offer to the driver"
          hint="The ticket and its public page show this offer. It must say that the driver may pay or object."
          maxLength={400}
          {...form.getInputProps('offer')}
        />
      </fieldset>
      <fieldset className="column gap-5">
        <legend className="strong">Days</legend>
        <FieldGrid stacking>
          <TextField label="Days to pay" {...days('daysToPay')} />
          <TextField
            label="Refer to court after"
            hint="Enter the number of days after the due date."
            {...days('referralDays')}
          />
          <TextField
            label="Answer an objection within"
            hint="Enter the number of working days."
            {...days('answerDays')}
          />
          <TextField
            label="Reminders"
            hint="Enter days after the due date, such as -2, 0, 7. A minus sign means days before the due date. Hanya needs a text message service to send reminders."
            {...form.getInputProps('reminders')}
          />
          <TextField
            label="Send reminders from"
            hint="Enter an hour, such as 8 for 08:00."
            {...days('sendsFrom')}
          />
          <TextField
            label="Send reminders until"
            hint="Enter an hour, such as 20 for 20:00."
            {...days('sendsUntil')}
          />
        </FieldGrid>
        <CheckField
          label="A due date on a weekend or holiday moves to the next working day"
          {...form.getInputProps('toWorkingDay', { type: 'checkbox' })}
        />
        <CheckField
          label="A driver can pay a ticket in court until the plea"
          {...form.getInputProps('settlesUntilPlea', { type: 'checkbox' })}
        />
        <TextArea
          label="Public holidays"
          hint="Enter one holiday on each line, such as 2026-12-25 Christmas."
          optional
          rows={4}
          {...form.getInputProps('holidays')}
        />
        <TextArea
          label="Courts"
          hint="Enter one court on each line."
          optional
          {...form.getInputProps('courts')}
        />
      </fieldset>
      <fieldset className="column gap-5">
        <legend className="strong">Obligations besides payment</legend>
        <p className="small quiet">
          Enter the number of days from the ticket’s date until each obligation is due. Leave the
          field empty if there is no obligation. Tick the obligations that must be done before
          clearance.
        </p>
        <FieldGrid stacking>
          {obligationKinds.map((kind) => (
            <div key={kind} className="column gap-3">
              <TextField
                label={obligations[kind].words}
                optional
                {...days(`obligationDays.${kind}`)}
              />
              <CheckField
                label="Must be done before clearance"
                aria-label={`${obligations[kind].words} must be done before clearance`}
                checked={form.values.holds.includes(kind)}
                onChange={({ currentTarget: { checked } }) =>
                  form.setFieldValue(
                    'holds',
                    obligationKinds.filter((one) =>
                      one === kind ? checked : form.values.holds.includes(one),
                    ),
                  )
                }
              />
            </div>
          ))}
        </FieldGrid>
      </fieldset>
      <fieldset className="column gap-5">
        <legend className="strong">Messages</legend>
        <p className="small quiet anywhere">
          Hanya sends these messages to drivers if a text message service is set up. It fills in the
          words in braces. The texts must match those registered with the mobile operators.
        </p>
        <FieldGrid stacking>
          <TextField
            label="Price of one text message part"
            hint="Enter what the text message service charges, in naira, such as 4.00."
            optional
            inputMode="decimal"
            maxLength={7}
            {...form.getInputProps('partPrice')}
          />
        </FieldGrid>
        {writtenPurposes.map((purpose) => (
          <MessageText
            key={purpose}
            label={messagePurposes[purpose]}
            hint={`You can use ${placesOf(purpose)
              .map((name) => `{${name}}`)
              .join(' ')}.`}
            places={placesOf(purpose)}
            sender={sender}
            partPrice={priceOf(form.values.partPrice) ?? null}
            value={form.values.texts[purpose]}
            {...form.getInputProps(`texts.${purpose}`)}
          />
        ))}
      </fieldset>
      <FieldGrid stacking>
        <DateField label="From" min={tomorrow} {...form.getInputProps('from')} />
      </FieldGrid>
      <TextArea
        label="Reason"
        hint="For example, the law or the order that changes the rules."
        rows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <div className="flex wrap gap-4">
        <Button type="submit" variant="primary" loading={busy} loadingLabel="Proposing">
          Propose rules
        </Button>
        <span className="small quiet">
          The rules will apply only if another state admin confirms them before their first day. A
          ticket keeps the rules of the day it was issued.
        </span>
      </div>
      <WhoConfirms for="set of rules" organisation={organisation} />
    </form>
  );
}
