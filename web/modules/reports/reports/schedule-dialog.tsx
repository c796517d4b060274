import { useState } from 'react';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import {
  endSchedule,
  mailedForms,
  readSchedule,
  type Rhythm,
  rhythms,
  setSchedule,
} from '#contract/modules/reports/report-schedules.ts';
import type { View } from '#contract/views.ts';
import { call, dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';

interface ScheduleDialogProps {
  view: View;
  onClose: () => void;
}

/** Sends a saved report by mail, again and again. */
export function ScheduleDialog({ view, onClose }: ScheduleDialogProps) {
  const { data, failure, reload } = useLoaded(view._id, (signal) =>
    dataOf(readSchedule, { params: { id: view._id }, signal }),
  );
  return (
    <Dialog opened onClose={onClose} title={`Send ${view.name} by email`}>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {failure === null && data === null && <LoadingNote>Loading recipients</LoadingNote>}
      {data && <ScheduleForm view={view} known={data} onClose={onClose} />}
    </Dialog>
  );
}

type Fields = BodyOf<typeof setSchedule>;
type Known = ResponseOf<typeof readSchedule>['data'];

const fresh: Fields = {
  rhythm: 'monday',
  hour: 6,
  form: 'link',
  recipients: [],
  until: null,
  sendsNothing: false,
};

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

function ScheduleForm({ view, known, onClose }: ScheduleDialogProps & { known: Known }) {
  const { schedule, mailed, domain, readers, nextAt, ended } = known;
  const [fields, setFields] = useState(schedule ?? fresh);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const set = (changes: Partial<Fields>) => setFields((now) => ({ ...now, ...changes }));
  const { rhythm, hour, form, until, sendsNothing } = fields;
  // Who may not read it any more falls out.
  const recipients = fields.recipients.filter((one) => readers.some(({ id }) => id === one));
  const goesOn = schedule !== null && ended === '';

  async function run(change: Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await change;
      toastDone(done);
      onClose();
    } catch (error) {
      const { message, fields: wrong } = failedCall(error);
      const sentence = Object.values(wrong)[0] ?? message;
      setRefusal(sentence);
      toastFailed(sentence);
      setBusy(false);
    }
  }

  const params = { id: view._id };
  return (
    <form
      className="column gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = { ...fields, recipients };
        if (!busy && mailed)
          void run(call(setSchedule, { params, body }), 'Hanya will send this report by email');
      }}
    >
      {!mailed && (
        <Notice kind="bad">
          Email is not set up, so Hanya cannot send reports. Ask the person who runs the server to
          set up email.
        </Notice>
      )}
      {nextAt !== null && (
        <p>
          {goesOn
            ? `Hanya will next send this report on ${momentOf(nextAt)}.`
            : `Hanya no longer sends this report. ${ended}`}
        </p>
      )}
      <RefusalNotice>{refusal}</RefusalNotice>
      <FieldGrid stacking>
        <ChoiceField
          label="How often"
          options={choicesOf(rhythms)}
          value={rhythm}
          onChange={({ currentTarget }) => set({ rhythm: currentTarget.value as Rhythm })}
        />
        <ChoiceField
          label="Time"
          options={hours}
          value={String(hour)}
          onChange={({ currentTarget }) => set({ hour: Number(currentTarget.value) })}
        />
        <ChoiceField
          label="Format"
          hint={
            domain === null
              ? 'To send files, ask the person who runs the server to set REPORT_MAIL_DOMAIN.'
              : `Hanya sends files only to ${domain}. Other people get a link.`
          }
          options={choicesOf(domain === null ? { link: mailedForms.link } : mailedForms)}
          value={form}
          onChange={({ currentTarget }) => set({ form: currentTarget.value as Fields['form'] })}
        />
        <DateField
          label="Last day"
          optional
          hint="Leave this empty to send the report until somebody stops it."
          value={until ?? ''}
          onChange={(day) => set({ until: day || null })}
        />
      </FieldGrid>
      <CheckField
        label="Send the report even when there is nothing to report"
        checked={sendsNothing}
        onChange={({ currentTarget }) => set({ sendsNothing: currentTarget.checked })}
      />
      <fieldset className="column gap-3">
        <legend className="strong">Recipients</legend>
        <p className="small quiet">Each person gets the figures for their own area.</p>
        {readers.map(({ id: reader, name, role, zone }) => (
          <CheckField
            key={reader}
            label={`${name}, ${role}, ${zone}`}
            checked={recipients.includes(reader)}
            onChange={({ currentTarget }) =>
              set({
                recipients: currentTarget.checked
                  ? [...recipients, reader]
                  : recipients.filter((one) => one !== reader),
              })
            }
          />
        ))}
      </fieldset>
      <div className="flex wrap gap-4">
        <Button type="submit" variant="primary" loading={busy} disabled={!mailed}>
          {goesOn ? 'Save changes' : 'Start sending'}
        </Button>
        {goesOn && (
          <Button
            disabled={busy}
            onClick={() =>
              void run(call(endSchedule, { params }), 'Hanya no longer sends this report')
            }
          >
            Stop sending
          </Button>
        )}
      </div>
    </form>
  );
}
