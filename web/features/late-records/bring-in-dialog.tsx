import { type ChangeEvent, useId, useRef, useState } from 'react';
import { momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice, type NoticeKind } from '#web/ui/feedback/notice.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { IconFileZip } from '#web/ui/icons.ts';
import { Facts } from '#web/ui/table/facts.tsx';
import {
  bringIn,
  chargesWords,
  isOpen,
  offencesOf,
  type Progress,
  progressWords,
  receivedOf,
} from './bring-in.ts';
import { lateRecordName } from './late-record-words.ts';
import css from './late-records.module.css';
import { type OpenedFile, openRecordsFile, type SavedRecord } from './open-records-file.ts';

interface BringInDialogProps {
  onClose: () => void;
  /** Records were brought in, so the list behind it is out of date. */
  onBrought: () => void;
}

type Came = ReadonlyMap<string, Progress>;

const waiting: Progress = { is: 'waiting' };

const needReason = 'Say why it is let in.';
const noRecords =
  'This is no file of records, or it is damaged. Choose the one whose name begins with hanya-records.';

/** Takes a file that an officer's phone saved, shows what is in it, and brings each record in. */
export function BringInDialog({ onClose, onBrought }: BringInDialogProps) {
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const [came, setCame] = useState<Came>(new Map());
  const [offences, setOffences] = useState<Awaited<ReturnType<typeof offencesOf>>>(new Map());
  const [busy, setBusy] = useState<'' | 'reading' | 'bringing'>('');
  const [problem, setProblem] = useState('');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState('');
  const over = useRef(new AbortController());
  const reasonId = useId();
  const of = (saved: SavedRecord) => came.get(saved.record._id) ?? waiting;
  const open = opened?.records.filter((saved) => isOpen(of(saved))) ?? [];
  const isLate = open.some((saved) => of(saved).is === 'late');

  function refuse(sentence: string): void {
    setProblem(sentence);
    toastFailed(sentence);
  }

  async function read(file: File): Promise<void> {
    setBusy('reading');
    setProblem('');
    setOpened(null);
    const found = await openRecordsFile(file);
    if (found === null) refuse(noRecords);
    // Without an answer each record says by itself that it is there.
    else {
      const { signal } = over.current;
      const [received, charged] = await Promise.all([
        receivedOf(found.records, signal).catch(() => new Map()),
        offencesOf(found.records, signal).catch(() => new Map()),
      ]);
      setCame(received);
      setOffences(charged);
    }
    setOpened(found);
    setBusy('');
  }

  async function bring(): Promise<void> {
    if (opened === null) return;
    if (isLate && reason.trim() === '') {
      setMissing(needReason);
      toastFailed(needReason);
      focusField(reasonId);
      return;
    }
    setBusy('bringing');
    setProblem('');
    for (const saved of open) {
      const note = (progress: Progress) =>
        setCame((before) => new Map(before).set(saved.record._id, progress));
      note({ is: 'sending' });
      const progress = await bringIn(opened, saved, reason.trim(), over.current.signal).catch(
        () => null,
      );
      // The dialog was closed meanwhile.
      if (progress === null) return;
      note(progress);
      if (progress.is !== 'cut off') continue;
      refuse('Not all of it was brought in. Press the button again, and it goes on from here.');
      break;
    }
    setBusy('');
    onBrought();
  }

  function close(): void {
    over.current.abort();
    onClose();
  }

  return (
    <Dialog opened onClose={close} title="Bring in a file">
      <div className="column gap-7">
        <p>
          For the records of a phone that will not come back: its officer saved them in the Outbox.
          Each is stored as the officer’s, at the price of the day on which it was made.
        </p>
        <FileButton disabled={busy !== ''} onChoose={(file) => void read(file)} />
        {busy === 'reading' && <LoadingNote>Reading the file</LoadingNote>}
        {opened && <Contents file={opened} offences={offences} progressOf={of} />}
        {isLate && (
          <TextArea
            id={reasonId}
            label="Reason"
            hint="Why these come so late, and whom you asked. It is kept with the late records."
            value={reason}
            maxLength={500}
            error={missing === '' ? undefined : missing}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing('');
            }}
          />
        )}
        {problem !== '' && <Notice kind="alert">{problem}</Notice>}
        <div className={css['buttons']}>
          {open.length > 0 && (
            <Button
              variant="primary"
              loading={busy === 'bringing'}
              loadingLabel="Bringing in"
              onClick={() => void bring()}
            >
              Bring in {plural(open.length, 'record')}
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface FileButtonProps {
  disabled: boolean;
  onChoose: (file: File) => void;
}

function FileButton({ disabled, onChoose }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? [];
    // Emptied, so that choosing the same file again is a change too.
    currentTarget.value = '';
    if (file) onChoose(file);
  }

  return (
    <div className={css['buttons']}>
      <Button
        icon={<IconFileZip size={18} aria-hidden />}
        disabled={disabled}
        onClick={() => field.current?.click()}
      >
        Choose the file
      </Button>
      <input
        ref={field}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="File of records"
        onChange={take}
      />
    </div>
  );
}

interface ContentsProps {
  file: OpenedFile;
  offences: Parameters<typeof chargesWords>[1];
  progressOf: (saved: SavedRecord) => Progress;
}

function Contents({ file, offences, progressOf }: ContentsProps) {
  const { manifest, records, damaged } = file;
  return (
    <>
      <Facts
        title="What is in the file"
        facts={[
          { label: 'Officer', value: manifest.officer.name },
          { label: 'Saved', value: `${momentOf(manifest.savedAt)}, by the clock of the phone` },
          { label: 'Records', value: String(records.length) },
        ]}
      />
      {damaged > 0 && (
        <Notice kind="warn">
          {plural(damaged, 'record')} can’t be read: the file is damaged, or of another version of
          Hanya.
        </Notice>
      )}
      <ul className={css['records']} aria-label="Records in the file">
        {records.map((saved) => (
          <li key={saved.record._id} className="column gap-3">
            <b className="anywhere">{lateRecordName(saved.record)}</b>
            <span className="small quiet">{madeWords(saved.record)}</span>
            <span className="small anywhere">{chargesWords(saved.record, offences)}</span>
            <div role="status">
              <HowFar progress={progressOf(saved)} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const madeWords = ({ madeAt, files }: SavedRecord['record']): string => {
  const made = `Made ${momentOf(madeAt)}`;
  return files.length === 0
    ? made
    : `${made}, ${plural(files.length, 'picture or video', 'pictures and videos')}`;
};

function HowFar({ progress }: { progress: Progress }) {
  const words = progressWords(progress);
  const kind = kinds[progress.is];
  return kind === null ? words : <Notice kind={kind}>{words}</Notice>;
}

const kinds: Record<Progress['is'], NoticeKind | null> = {
  waiting: null,
  sending: null,
  received: 'ok',
  'lacks files': 'warn',
  late: 'warn',
  refused: 'bad',
  'cut off': 'bad',
};
