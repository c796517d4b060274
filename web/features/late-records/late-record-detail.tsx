import { useId, useState } from 'react';
import {
  decideLateRecord,
  decisionWords,
  type LateRecord,
  readLateRecord,
} from '#contract/late-records.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { capitalised } from '#web/format/words.ts';
import { useOpening } from '#web/lists/use-opening.ts';
import { OfficerName } from '#web/records/officer-name.tsx';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { lateRecordName, onItsWay } from './late-record-words.ts';
import css from './late-records.module.css';

interface LateRecordDetailProps {
  /** The late record that is open; '' when none is. */
  id: string;
  onClose: () => void;
  /** Somebody has decided, so the list behind it is out of date. */
  onChanged: () => void;
}

/** The late record that is open over the list, with the decision about it. */
export function LateRecordDetail({ id, onClose, onChanged }: LateRecordDetailProps) {
  const shown = useOpening(id);
  if (shown.id === '') return null;
  return (
    <LateRecordDialog
      key={shown.round}
      id={shown.id}
      opened={id !== ''}
      onClose={onClose}
      onChanged={onChanged}
    />
  );
}

function LateRecordDialog(props: LateRecordDetailProps & { opened: boolean }) {
  const { id, onChanged, ...dialog } = props;
  const reading = useRecord(id, (signal) => dataOf(readLateRecord, { params: { id }, signal }));
  return (
    <RecordDialog
      {...dialog}
      kind="late record"
      reading={reading}
      title="Late record"
      show={(record) => ({
        title: lateRecordName(record),
        children: (
          <>
            <Facts title="Details" facts={factsOf(record)} />
            {record.kind === 'booking' && <Facts title="Price" facts={chargesOf(record)} />}
            {record.decision === null ? (
              <Decide
                record={record}
                onDecided={(now) => {
                  reading.keep(now);
                  onChanged();
                }}
                onOvertaken={() => {
                  reading.retry();
                  onChanged();
                }}
              />
            ) : (
              <Facts title="Decision" facts={decisionFacts(record.decision)} />
            )}
          </>
        ),
      })}
    />
  );
}

const factsOf = (record: LateRecord) => [
  { label: 'Record', value: capitalised(record.kind) },
  { label: record.kind === 'booking' ? 'Vehicle' : 'Location', value: record.label },
  {
    label: 'Officer',
    value: (
      <>
        <OfficerName officer={record.officer} />, {record.officer.role}
      </>
    ),
  },
  { label: 'Organisation', value: record.organisation },
  { label: 'Zone', value: record.zone },
  { label: 'Made', value: momentOf(record.madeAt) },
  { label: 'First sent', value: momentOf(record.askedAt) },
  { label: 'Delay', value: onItsWay(record) },
];

function chargesOf({ offences, price, priceOnArrival }: LateRecord) {
  const facts = [
    { label: 'Offences', value: offences.join(', ') },
    { label: 'Price', value: price === null ? 'Not known' : <b>{exactNaira(price)}</b> },
  ];
  if (price === null || priceOnArrival === null || price === priceOnArrival) return facts;
  const [by, how] =
    price < priceOnArrival
      ? [priceOnArrival - price, 'cheaper']
      : [price - priceOnArrival, 'more expensive'];
  return [
    ...facts,
    { label: 'Price when first sent', value: exactNaira(priceOnArrival) },
    { label: 'Difference', value: `${exactNaira(by)} ${how} on the day the record was made` },
  ];
}

const decisionFacts = (decision: NonNullable<LateRecord['decision']>) => [
  { label: 'Decision', value: <b>{decisionWords({ decision })}</b> },
  { label: 'Reason', value: decision.reason },
  {
    label: 'Decided by',
    value: `${decision.by.name}, ${decision.by.role}, ${momentOf(decision.at)}`,
  },
];

interface DecideProps {
  record: LateRecord;
  onDecided: (record: LateRecord) => void;
  /** Somebody else decided first. */
  onOvertaken: () => void;
}

/** A superior lets the record in, or keeps it out, and says why. */
function Decide({ record, onDecided, onOvertaken }: DecideProps) {
  const mayDecide = useMay('let in late records');
  const own = useCurrentUser()?.id === record.officer.id;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<'in' | 'out' | ''>('');
  const [problem, setProblem] = useState('');
  const id = useId();
  if (own)
    return (
      <Notice>This is your own record. Another zonal head or state admin must accept it.</Notice>
    );
  if (!mayDecide) return <Notice>A zonal head or a state admin must accept this record.</Notice>;

  function refuse(sentence: string): void {
    setProblem(sentence);
    toastFailed(sentence);
  }

  async function decide(letIn: boolean): Promise<void> {
    if (busy !== '') return;
    if (reason.trim() === '') {
      refuse('Enter a reason.');
      focusField(id);
      return;
    }
    setBusy(letIn ? 'in' : 'out');
    setProblem('');
    try {
      const now = await dataOf(decideLateRecord, {
        params: { id: record._id },
        body: { letIn, reason },
      });
      toastDone(letIn ? 'Record accepted' : 'Record refused');
      onDecided(now);
    } catch (error) {
      const { message, code } = failedCall(error);
      setBusy('');
      refuse(message);
      if (code === 'already_decided') onOvertaken();
    }
  }

  return (
    <form
      className={classNames('column gap-7 line-top', css['form'])}
      noValidate
      aria-label="Decide"
      onSubmit={(event) => {
        event.preventDefault();
        void decide(true);
      }}
    >
      <p>
        The record is still on the officer’s phone. If you accept the record, the phone will send
        it. Hanya will use the price that applied when the officer made the record.
      </p>
      <TextArea
        id={id}
        label="Reason"
        hint="Enter why the record is so late, and who you asked. The officer will read this."
        value={reason}
        maxLength={500}
        error={problem === '' ? undefined : problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classNames('row wrap', css['buttons'])}>
        <Button type="submit" variant="primary" loading={busy === 'in'} loadingLabel="Accepting">
          {' '}
          Accept{' '}
        </Button>
        <Button loading={busy === 'out'} loadingLabel="Refusing" onClick={() => void decide(false)}>
          {' '}
          Refuse{' '}
        </Button>
      </div>
    </form>
  );
}
