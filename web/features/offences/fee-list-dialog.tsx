import { useState } from 'react';
import { type ListedFee, proposeFees } from '#contract/fees.ts';
import type { Organisation } from '#contract/places.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { upload } from '#web/api/upload.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { useToday } from '#web/format/use-today.ts';
import { plural } from '#web/format/words.ts';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FilePick } from '#web/ui/controls/file-pick.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { IconFileSpreadsheet } from '#web/ui/icons.ts';
import { CheckedRows } from '#web/ui/table/checked-rows.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { dayAfter } from './fee-rules.ts';
import css from './fees.module.css';

interface FeeListDialogProps {
  organisation: Organisation;
  onClose: () => void;
  onProposed: () => void;
}

const none = { message: '', fields: {} };

/** Proposes the fees of a gazette at once: a second person confirms them at once. */
export function FeeListDialog({ organisation, onClose, onProposed }: FeeListDialogProps) {
  const today = useToday();
  const [draft, setDraft] = useState({ list: '', from: '', reason: '' });
  const [file, setFile] = useState<File | null>(null);
  const [fees, setFees] = useState<readonly ListedFee[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Pick<FailedCall, 'message' | 'fields'>>(none);
  const faulty = fees?.filter(({ fault }) => fault !== '') ?? [];
  const same = fees?.filter(({ unchanged }) => unchanged) ?? [];
  const right = fees?.filter(({ fault, unchanged }) => fault === '' && !unchanged) ?? [];

  async function send(proposes: boolean): Promise<void> {
    setBusy(true);
    setProblem(none);
    try {
      const body = { ...draft, organisation, proposes };
      const files = file ? [{ name: 'file', file }] : [];
      const { data } = await upload(proposeFees, { body, files });
      setFees(data.fees);
      if (proposes) {
        toastDone(`${plural(data.proposed, 'fee')} proposed, to be confirmed by somebody else`);
        onProposed();
        onClose();
      }
    } catch (error) {
      setProblem(failedCall(error));
      toastFailed(failedCall(error).message);
    }
    setBusy(false);
  }

  function change(changed: Partial<typeof draft>): void {
    setDraft({ ...draft, ...changed });
    setFees(null);
  }

  const input = (name: keyof typeof draft) => ({
    value: draft[name],
    error: problem.fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [name]: value }),
  });
  const isReady = right.length > 0 && faulty.length === 0;

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Fees from a gazette"
      size="sm"
      footer={
        <div className={classNames('row wrap', css['buttons'])}>
          <Button
            variant="primary"
            loading={busy}
            loadingLabel={isReady ? 'Proposing' : 'Checking'}
            onClick={() => void send(isReady)}
          >
            {isReady ? `Propose ${plural(right.length, 'fee')}` : 'Check the list'}
          </Button>
        </div>
      }
    >
      <div className="column gap-7">
        <RefusalNotice>
          {Object.keys(problem.fields).some((name) => name in draft) ? '' : problem.message}
        </RefusalNotice>
        <TextArea
          label="List of fees"
          hint="Enter one fee on each line, such as LGC-01 6,000. You can use the payment code instead of the offence code. Or select a file."
          rows={6}
          disabled={file !== null}
          {...input('list')}
        />
        <div className="row wrap gap-4">
          <FilePick
            icon={<IconFileSpreadsheet size={18} aria-hidden />}
            words={file ? file.name : 'Select a file'}
            about="a CSV or Excel file of fees"
            kind="table"
            small
            onChoose={([chosen]) => {
              setFile(chosen ?? null);
              setFees(null);
            }}
          />
          {file && (
            <Button variant="link" size="sm" onClick={() => setFile(null)}>
              Remove the file
            </Button>
          )}
        </div>
        <DateField
          label="From"
          min={dayAfter(today)}
          {...input('from')}
          onChange={(from) => change({ from })}
        />
        <TextArea
          label="Reason"
          hint="For example, the gazette or the law that changes the fees."
          maxLength={500}
          rows={2}
          {...input('reason')}
        />
        {fees && (
          <Notice kind={faulty.length > 0 ? 'warn' : 'ok'}>
            <b>
              {plural(right.length, 'fee')} to change
              {same.length > 0 && `, ${same.length} already the same`}
              {faulty.length > 0 && `, ${plural(faulty.length, 'line')} to correct`}.
            </b>{' '}
            You have not proposed anything yet.
          </Notice>
        )}
        <CheckedRows heading="Lines to correct" rows={faulty.map(shown)} />
        <CheckedRows heading="Fees to propose" rows={right.map(shown)} />
        <WhoConfirms for="fee" organisation={organisation} />
      </div>
    </Dialog>
  );
}

const shown = ({ line, text, offence, before, amount, fault }: ListedFee) => ({
  line,
  title: offence && fault === '' ? `${offence.id} ${offence.name}` : text,
  detail: fault === '' ? `${naira(before)} → ${naira(amount ?? 0)}` : '',
  faults: fault === '' ? [] : [fault],
});
