import { useState } from 'react';
import { chargeOutcomes } from '#contract/charge-words.ts';
import type { ChargeOutcome } from '#contract/charges.ts';
import { type CourtCase } from '#contract/modules/after-ticket/court.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface HearingFormProps {
  found: CourtCase;
  busy: boolean;
  onSend: (body: { day: string; place: string; suit: string }) => void;
}

export function HearingForm({ found, busy, onSend }: HearingFormProps) {
  const [fields, setFields] = useState(found.hearing ?? { day: '', place: found.court, suit: '' });
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  return (
    <form
      className="column gap-4"
      noValidate
      aria-label="Hearing"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSend(fields);
      }}
    >
      <h3 className="body">Hearing set by the court</h3>
      <FieldGrid stacking>
        <DateField label="Day" value={fields.day} onChange={(day) => set({ day })} />
        <TextField
          label="Place"
          maxLength={120}
          value={fields.place}
          onChange={({ currentTarget }) => set({ place: currentTarget.value })}
        />
        <TextField
          label="Suit or charge number"
          optional
          maxLength={60}
          value={fields.suit}
          onChange={({ currentTarget }) => set({ suit: currentTarget.value })}
        />
      </FieldGrid>
      <div>
        <Button size="sm" type="submit" loading={busy}>
          Save the hearing
        </Button>
      </div>
    </form>
  );
}

export interface Decision {
  charges: { line: number; outcome: ChargeOutcome; fined: number | null }[];
  day: string;
  paidWhere: string;
  courtReceipt: string;
  /** Why a decision that was noted wrongly is put right; '' for any other. */
  reason: string;
  paper: File | null;
}

const outcomeChoices = [
  { value: '', label: 'Select' },
  ...Object.entries(chargeOutcomes).map(([value, label]) => ({ value, label })),
];

interface OutcomeFormProps {
  found: CourtCase;
  busy: boolean;
  onSend: (decision: Decision) => void;
}

/** Proposes what the court decided, or puts right a decision that was noted wrongly. */
export function OutcomeForm({ found, busy, onSend }: OutcomeFormProps) {
  const putsRight = found.state === 'heard';
  const [day, setDay] = useState(found.decidedOn ?? found.hearing?.day ?? '');
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<Record<number, ChargeOutcome | ''>>({});
  const [fines, setFines] = useState<Record<number, string>>({});
  const [paidWhere, setPaidWhere] = useState('');
  const [courtReceipt, setReceipt] = useState('');
  const [paper, setPaper] = useState<File | null>(null);
  const [fault, setFault] = useState('');

  function send(): void {
    const charges = found.charges.flatMap(({ line }) => {
      const outcome = chosen[line] ?? '';
      const fined = outcome === 'another amount' ? Number(fines[line] ?? '') : null;
      return outcome === '' ? [] : [{ line, outcome, fined }];
    });
    const isWhole = charges.length === found.charges.length;
    setFault(isWhole ? '' : 'Select what the court decided on each charge.');
    if (isWhole) onSend({ charges, day, paidWhere, courtReceipt, reason, paper });
  }

  return (
    <form
      className="column gap-4"
      noValidate
      aria-label="Decision"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) send();
      }}
    >
      <h3 className="body">{putsRight ? 'Correct the decision' : 'Court decision'}</h3>
      <p className="small quiet">
        Another zonal head or state admin must confirm the decision. Nobody who issued or referred
        the ticket can propose or confirm it.
      </p>
      <RefusalNotice>{fault}</RefusalNotice>
      <FieldGrid stacking>
        {found.charges.map(({ line, offence }) => (
          <div key={line} className="column gap-3">
            <ChoiceField
              label={`Charge ${line}, ${offence}`}
              options={outcomeChoices}
              value={chosen[line] ?? ''}
              onChange={({ currentTarget }) =>
                setChosen({ ...chosen, [line]: currentTarget.value as ChargeOutcome | '' })
              }
            />
            {chosen[line] === 'another amount' && (
              <TextField
                label={`Fine on charge ${line}, in naira`}
                inputMode="numeric"
                start="₦"
                value={fines[line] ?? ''}
                onChange={({ currentTarget }) =>
                  setFines({ ...fines, [line]: currentTarget.value })
                }
              />
            )}
          </div>
        ))}
        <DateField label="Day of the decision" value={day} onChange={setDay} />
        <TextField
          label="Place of payment"
          hint="Enter where the driver paid the fine. The money goes to the judiciary."
          optional
          maxLength={120}
          value={paidWhere}
          onChange={({ currentTarget }) => setPaidWhere(currentTarget.value)}
        />
        <TextField
          label="Court receipt"
          optional
          maxLength={60}
          value={courtReceipt}
          onChange={({ currentTarget }) => setReceipt(currentTarget.value)}
        />
        <FileField
          label="Picture of the court document"
          optional
          kind="picture"
          file={paper}
          onChoose={setPaper}
        />
      </FieldGrid>
      {putsRight && (
        <TextArea
          label="Reason for the correction"
          hint="Enter what was recorded wrongly. The ticket’s history will show this reason."
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <div>
        <Button size="sm" type="submit" variant="primary" loading={busy}>
          {putsRight ? 'Propose the correction' : 'Propose the decision'}
        </Button>
      </div>
    </form>
  );
}
