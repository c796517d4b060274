import { useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { noteGivenBack, type OffencePayment } from '#contract/offence-payments.ts';
import { call } from '#web/api/call.ts';
import { exactNaira } from '#web/format/money.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { useAskedForm } from '#web/records/use-asked-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { DateField, TextField } from '#web/ui/fields/text-field.tsx';

/** Naira, added up in kobo. */
export const backOf = (givenBack: OffencePayment['givenBack']) =>
  givenBack.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

const empty = { amount: '', day: '', proof: '', reason: '' };
const labels = {
  amount: 'Given back, in naira',
  day: 'Day',
  proof: 'Proof, such as the number of the transfer',
  reason: 'Why, such as the court and suit',
};

/** Notes money that was given back, which nothing takes back. */
export function GivenBackForm(props: { payment: OffencePayment; onNoted: () => void }) {
  const { booking, line, plate } = props.payment;
  const [fields, setFields] = useState(empty);
  const {
    ask,
    asked,
    refusal,
    fields: faults,
    question,
  } = useAskedForm<SentBody<typeof noteGivenBack>>(noteGivenBack.body);
  const { words } = noteGivenBack;

  const control = (name: keyof typeof empty) => ({
    label: labels[name],
    error: faults[name],
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  });
  return (
    <>
      <form
        className="column gap-4"
        noValidate
        aria-label="Given back"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ ...fields, line, amount: Number(fields.amount.replaceAll(',', '')) });
        }}
      >
        <h3 className="body">Note what was given back</h3>
        <p className="small quiet">It stays in the record. Nobody can change or remove it.</p>
        <RefusalNotice>{refusal}</RefusalNotice>
        <FieldGrid stacking>
          <TextField {...control('amount')} inputMode="decimal" maxLength={16} />
          <DateField {...control('day')} />
          <TextField {...control('proof')} maxLength={200} />
          <TextField {...control('reason')} maxLength={500} />
        </FieldGrid>
        <div>
          <Button size="sm" type="submit" variant="primary">
            {words.begins}
          </Button>
        </div>
      </form>
      {asked && (
        <ActConfirm
          act={noteGivenBack}
          asks={`Note ${exactNaira(asked.amount)} as given back?`}
          about={`It was paid for ${plate}.`}
          send={() => call(noteGivenBack, { params: { id: booking }, body: asked })}
          onDone={() => {
            setFields(empty);
            props.onNoted();
          }}
          {...question}
        />
      )}
    </>
  );
}
