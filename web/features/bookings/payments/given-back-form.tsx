import { useState } from 'react';
import { noteGivenBack, type OffencePayment } from '#contract/offence-payments.ts';
import { dataOf } from '#web/api/call.ts';
import { useRun } from '#web/forms/use-run.ts';
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
  const { booking, line } = props.payment;
  const [fields, setFields] = useState(empty);
  const { busy, refusal, fields: faults, run } = useRun();

  async function note(): Promise<void> {
    const body = { ...fields, line, amount: Number(fields.amount.replaceAll(',', '')) };
    if (!(await run(() => dataOf(noteGivenBack, { params: { id: booking }, body }), 'It is noted')))
      return;
    setFields(empty);
    props.onNoted();
  }

  const control = (name: keyof typeof empty) => ({
    label: labels[name],
    error: faults[name],
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  });
  return (
    <form
      className="column gap-4"
      noValidate
      aria-label="Given back"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void note();
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
        <Button size="sm" type="submit" variant="primary" loading={busy}>
          Note it
        </Button>
      </div>
    </form>
  );
}
