import { useState } from 'react';
import { z } from 'zod';
import type { SentBody } from '#contract/endpoint.ts';
import { shownPlate } from '#contract/identities.ts';
import {
  chosenProofs,
  proofKinds,
  proposeExceptionRefund,
  proposeRefund,
  refundRegister,
} from '#contract/modules/money/refunds.ts';
import { call } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import type { SlotProps } from '#web/records/slot.tsx';
import { useAskedForm } from '#web/records/use-asked-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { RefundItem } from './refund-item.tsx';

interface MoneyBackProps {
  of: MoneyOf;
  /** What came in, in naira. */
  received: number;
  about: string;
  onChanged: () => void;
}

/** What was given back of some money or is to be, and the form that proposes more of it. */
export function MoneyBack({ of, received, about, onChanged }: MoneyBackProps) {
  const mayPropose = useMay('reconcile');
  const query = 'exception' in of ? { exception: of.exception } : { booking: of.booking };
  const { data, failure, reload } = useLoaded(JSON.stringify(of), (signal) =>
    call(refundRegister.list, { query: { ...query, limit: 100 }, signal }),
  );
  const refunds = data?.data.filter((one) => 'exception' in of || one.line === of.line) ?? [];
  const kobo = refunds
    .filter(({ state }) => state === 'confirmed' || state === 'reversed')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const isWaiting = refunds.some(({ state }) => state === 'waiting');
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {refunds.length > 0 && (
        <ul className="ruled" aria-label="Refunds">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <RefundItem refund={refund} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
      {data && mayPropose && !isWaiting && kobo < Math.round(received * 100) && (
        <RefundForm of={of} about={about} onProposed={changed} />
      )}
    </>
  );
}

/** Money of one offence of a ticket, or of an exception. */
type MoneyOf = { booking: string; line: number } | { exception: string };

const empty = { amount: '', day: '', proofNumber: '', reason: '' };
const labels = {
  amount: 'Amount refunded, in naira',
  day: 'Day of the payout',
  proofNumber: 'Proof number',
  reason: 'Reason, with the court and suit number if there is one',
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
function RefundForm({ of, about, onProposed }: RefundFormProps) {
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
          Pay the money back first. Then propose the refund here. Hanya will count the refund when
          another state admin confirms it.
        </p>
        <RefusalNotice>{refusal}</RefusalNotice>
        <FieldGrid stacking>
          <TextField {...control('amount')} inputMode="decimal" maxLength={16} />
          <DateField {...control('day')} onChange={(day) => setFields({ ...fields, day })} />
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

/** What was given back of a paid offence, and the form that proposes more. */
export const OffenceMoney = ({
  booking,
  line,
  received,
  plate,
  onChanged,
}: SlotProps['money of an offence']) => (
  <MoneyBack
    of={{ booking, line }}
    received={received}
    about={`The payment was for ${shownPlate(plate)}.`}
    onChanged={onChanged}
  />
);
