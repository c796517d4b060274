import { type ReactNode, useState } from 'react';
import { type ComingFile, listComingFiles } from '#contract/coming-files.ts';
import { dataOf } from '#web/api/call.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { AnotherFile } from '#web/records/another-file.tsx';
import { openToMend } from '#web/sending/mending.ts';
import { sendNow } from '#web/sending/orders.ts';
import type { WaitingFile, WaitingRecord } from '#web/sending/waiting-record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import {
  fileStateOf,
  nameOf,
  placeOf,
  sizeOf,
  stateOf,
  triesOf,
  whatToDo,
} from './outbox-words.ts';
import css from './outbox.module.css';
import { GiveUp, TakeOut } from './take-out.tsx';

interface WaitingCardProps {
  userId: string;
  record: WaitingRecord;
}

/** One record that waits: how far it came, what was said of it, and what can be done. */
export function WaitingCard({ userId, record }: WaitingCardProps) {
  const openPopup = useOpenPopup();
  const [takingOut, setTakingOut] = useState(false);
  const { _id, kind, madeAt, toldPrice, stage, problem, takenOut, answer, code } = record;
  const { words, tone } = stateOf(record);
  const toDo = whatToDo(record);
  const mendable = stage === 'words' && problem === 'refused' && code !== 'kept_out';
  const name = nameOf(record);

  function mend(): void {
    openToMend(record);
    openPopup(kind);
  }

  return (
    <Card title={name}>
      <div className={classNames('column gap-7', css['body'])}>
        <Notice kind={tone}>
          <b>{words}</b>
          {answer !== null && <p>{answer}</p>}
          {toDo !== null && <p>{toDo}</p>}
        </Notice>
        <Facts
          title="Details"
          facts={[
            { label: 'Made', value: `${momentOf(madeAt)}, by the clock of this device` },
            { label: 'Place', value: placeOf(record) },
            { label: 'Price quoted', value: toldPrice === null ? null : naira(toldPrice) },
            { label: 'Tried', value: triesOf(record) },
            { label: 'Reason for removal', value: takenOut?.reason },
          ]}
        />
        {stage === 'files' ? (
          <ComingFiles userId={userId} record={record} />
        ) : (
          <Files files={record.files} />
        )}
        {takenOut === null && (
          <div className={classNames('row wrap', css['buttons'])}>
            {mendable && (
              <Button variant="primary" onClick={mend}>
                Open and correct
              </Button>
            )}
            <Button aria-label={`Send ${name} now`} onClick={() => void sendNow(userId, _id)}>
              Send now
            </Button>
            {stage === 'words' && (
              <Button aria-label={`Remove ${name}`} onClick={() => setTakingOut(true)}>
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      <TakeOut
        userId={userId}
        record={record}
        opened={takingOut}
        onClose={() => setTakingOut(false)}
      />
    </Card>
  );
}

/** Milliseconds: on a slow line a file moves by a few per cent in this time. */
const askAgainEvery = 20_000;

/**
 * The authority's word about the files of a record whose words it has; none while nobody answers.
 */
function useComingFiles({ _id, kind, files }: WaitingRecord): readonly ComingFile[] {
  const left = files.filter(({ state }) => state === 'waiting').length;
  const { data } = useLoaded(
    `${_id} ${left}`,
    (signal) =>
      kind === 'collision'
        ? dataOf(listComingFiles, { params: { id: _id }, signal })
        : Promise.resolve([]),
    askAgainEvery,
  );
  return data ?? [];
}

/** The files of a record whose words were received: each can be given up. */
function ComingFiles({ userId, record }: WaitingCardProps) {
  const coming = useComingFiles(record);
  const [givingUp, setGivingUp] = useState<WaitingFile | null>(null);
  return (
    <>
      <Files
        files={record.files}
        coming={coming}
        onGiveUp={setGivingUp}
        another={(file) => (
          <AnotherFile userId={userId} record={record} file={file} about={file.name} />
        )}
      />
      {givingUp && (
        <GiveUp
          userId={userId}
          recordId={record._id}
          file={givingUp}
          onClose={() => setGivingUp(null)}
        />
      )}
    </>
  );
}

interface FilesProps {
  files: readonly WaitingFile[];
  coming?: readonly ComingFile[];
  onGiveUp?: (file: WaitingFile) => void;
  /** Draws the choice of another file in the place of a refused one. */
  another?: (file: WaitingFile) => ReactNode;
}

function Files({ files, coming = [], onGiveUp, another }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={classNames('column gap-4', css['files'])} aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <b className="anywhere">{file.name}</b>, {sizeOf(file.bytes)}:{' '}
          {fileStateOf(
            file,
            coming.find(({ id }) => id === file.id),
          )}
          {file.answer !== null && <div className="small quiet">{file.answer}</div>}
          {file.reason !== null && <div className="small quiet">{file.reason}</div>}
          {onGiveUp && (file.state === 'waiting' || file.state === 'refused') && (
            <div className={classNames('row wrap gap-4', css['giveUp'])}>
              {file.state === 'refused' && another?.(file)}
              <Button
                size="sm"
                aria-label={`Leave out ${file.name}`}
                onClick={() => onGiveUp(file)}
              >
                Leave out
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
