import { useState } from 'react';
import { z } from 'zod';
import type { SentBody } from '#contract/endpoint.ts';
import {
  chosenProofs,
  proofKinds,
  proposeExceptionRefund,
  proposeRefund,
} from '#contract/modules/money/refunds.ts';
import { call } from '#web/api/call.ts';
import { exactNaira } from '#web/format/money.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { useAskedForm } from '#web/records/use-asked-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { DateField, TextField } from '#web/ui/fields/text-field.tsx';

/** Money of one offence of a ticket, or of an exception. */
export type MoneyOf = { booking: string; line: number } | { exception: string };

const empty = { amount: '', day: '', proofNumber: '', reason: '' };
const labels = {
  amount: 'Given back, in naira',
  day: 'Day on which it was paid out',
  proofNumber: 'Number of the proof',
  reason: 'Why, such as the court and suit',
};

type Body = SentBody<typeof proposeExceptionRefund>;

const kindSchema = z.enum(chosenProofs);

interface RefundFormProps {
  of: MoneyOf;
  /** Names whose money it is, such as "It was paid for ABC-123DE." */
  about: string;
  onProposed: () => void;
}

/** Proposes a refund, which another state admin confirms. */
export function RefundForm({ of, about, onProposed }: RefundFormProps) {
  const [fields, setFields] = useState(empty);
  const [proofKind, setProofKind] = useState<z.infer<typeof kindSchema>>('transfer');
  const {
    ask,
    asked,
    refusal,
    fields: faults,
    question,
  } = useAskedForm<Body>(proposeExceptionRefund.body);
  const { words } = proposeRefund;

  const control = (name: keyof typeof empty) => ({
    label: labels[name],
    error: faults[name],
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  });
  const send = (body: Body) =>
    'exception' in of
      ? call(proposeExceptionRefund, { params: { id: of.exception }, body })
      : call(proposeRefund, { params: { id: of.booking }, body: { line: of.line, ...body } });
  return (
    <>
      <form
        className="column gap-4"
        noValidate
        aria-label="Propose a refund"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ ...fields, proofKind, amount: Number(fields.amount.replaceAll(',', '')) });
        }}
      >
        <h3 className="body">Propose a refund</h3>
        <p className="small quiet">
          Once the money is paid out. It counts when another state admin confirms it.
        </p>
        <RefusalNotice>{refusal}</RefusalNotice>
        <FieldGrid stacking>
          <TextField {...control('amount')} inputMode="decimal" maxLength={16} />
          <DateField {...control('day')} />
          <ChoiceField
            label="Proof"
            error={faults['proofKind']}
            options={chosenProofs.map((value) => ({ value, label: proofKinds[value] }))}
            value={proofKind}
            onChange={({ currentTarget }) => setProofKind(kindSchema.parse(currentTarget.value))}
          />
          <TextField {...control('proofNumber')} maxLength={60} />
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
          act={proposeRefund}
          asks={`Propose a refund of ${exactNaira(asked.amount)}?`}
          about={about}
          send={() => send(asked)}
          onDone={() => {
            setFields(empty);
            onProposed();
          }}
          {...question}
        />
      )}
    </>
  );
}
