import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  decideHoliday,
  type Holiday,
  listHolidays,
  proposeHoliday,
  takeBackHoliday,
} from '#contract/modules/after-ticket/holidays.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { dateOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { showFirstError } from '#web/forms/refusal.ts';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import css from './ticket-rules.module.css';

interface HolidaysProps {
  organisation: Organisation;
  mayPropose: boolean;
}

const stateWords = {
  waiting: 'To be confirmed',
  confirmed: 'Confirmed',
  refused: 'Refused',
  'taken back': 'Taken back by the person who proposed it',
  lapsed: 'Not confirmed in time',
} as const satisfies Record<Holiday['state'], string>;

const daysOf = ({ from, to }: Pick<Holiday, 'from' | 'to'>) =>
  from === to ? from : `${from} to ${to}`;

const nameOf = (holiday: Holiday) =>
  holiday.isHoliday
    ? `${holiday.name}, ${daysOf(holiday)}`
    : `No longer a holiday: ${holiday.name}, ${daysOf(holiday)}`;

/** Holidays that were declared at short notice, and the form that declares one. */
export function Holidays({ organisation, mayPropose }: HolidaysProps) {
  const [proposing, setProposing] = useState(false);
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(listHolidays, { query: { organisation }, signal }),
  );
  return (
    <Card title="Holidays at short notice">
      <div className={css['body']}>
        <p className="small quiet">
          A holiday that two people declare here applies at once to all tickets. Due dates and
          answer dates that fall on the holiday move to the next working day.
        </p>
        {failure !== null && <ListFailure message={failure} onRetry={reload} />}
        {data && data.length > 0 && (
          <ul className="ruled">
            {data.map((holiday) => (
              <li key={holiday.id} className="column gap-4">
                <p>
                  <b>{nameOf(holiday)}</b>
                  <span className="block small quiet">
                    {holiday.by.name}, {dateOf(holiday.at)}: {holiday.reason}
                  </span>
                  <span className="block small quiet">
                    {stateWords[holiday.state]}
                    {holiday.decidedBy &&
                      holiday.state !== 'taken back' &&
                      ` by ${deciderOf(holiday.decidedBy.name, holiday.decidedAt)}`}
                    {holiday.refusal !== '' && `: ${holiday.refusal}`}
                  </span>
                </p>
                {mayPropose && holiday.state === 'waiting' && (
                  <WaitingDecision
                    organisation={organisation}
                    what="holiday"
                    name={nameOf(holiday)}
                    proposedBy={holiday.by}
                    effect="If you confirm it, future due dates will move at once."
                    decide={(body) => dataOf(decideHoliday, { params: { id: holiday.id }, body })}
                    takeBack={() => dataOf(takeBackHoliday, { params: { id: holiday.id } })}
                    onDecided={reload}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {mayPropose &&
          (proposing ? (
            <HolidayForm
              key={organisation}
              organisation={organisation}
              onProposed={() => {
                setProposing(false);
                reload();
              }}
            />
          ) : (
            <div>
              <Button onClick={() => setProposing(true)}>Declare a holiday</Button>
            </div>
          ))}
      </div>
    </Card>
  );
}

interface HolidayFormProps {
  organisation: Organisation;
  onProposed: () => void;
}

function HolidayForm({ organisation, onProposed }: HolidayFormProps) {
  const today = useToday();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const form = useForm({
    initialValues: { from: '', to: '', name: '', none: false, reason: '' },
    validate: (values) => {
      const wrong = formErrors(proposeHoliday.body)(bodyOf(values));
      return { ...wrong, ...(values.from < today && { from: 'Select today or a later day.' }) };
    },
  });
  const bodyOf = ({ none, to, ...said }: typeof form.values) => ({
    ...said,
    to: to === '' ? said.from : to,
    isHoliday: !none,
    organisation,
  });

  async function propose(values: typeof form.values): Promise<void> {
    setBusy(true);
    try {
      await dataOf(proposeHoliday, { body: bodyOf(values) });
      toastDone('A second person must now confirm the holiday');
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
      className="column gap-5"
      noValidate
      aria-label="Declare a holiday"
      onSubmit={form.onSubmit((values) => void (busy || propose(values)), showFirstError(form))}
    >
      <RefusalNotice>{refusal}</RefusalNotice>
      <FieldGrid stacking>
        <TextField label="Name of the holiday" maxLength={60} {...form.getInputProps('name')} />
        <DateField label="First day" min={today} {...form.getInputProps('from')} />
        <DateField
          label="Last day"
          hint="Leave this empty for one day."
          optional
          min={form.values.from || today}
          {...form.getInputProps('to')}
        />
      </FieldGrid>
      <CheckField
        label="These days are no longer a holiday"
        {...form.getInputProps('none', { type: 'checkbox' })}
      />
      <TextArea
        label="Reason"
        hint="Enter who declared the holiday and where it was announced."
        rows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <div className="flex wrap gap-4">
        <Button type="submit" variant="primary" loading={busy} loadingLabel="Proposing">
          {' '}
          Propose the holiday{' '}
        </Button>
        <span className="small quiet">Past days will not change.</span>
      </div>
      <WhoConfirms for="holiday" organisation={organisation} />
    </form>
  );
}
