import { useState } from 'react';
import { plural } from '#web/format/words.ts';
import { canSaveRecords, type RecordsFile, saveRecords } from '#web/sending/save-records.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconFileZip } from '#web/ui/icons.ts';
import css from './outbox.module.css';

interface SaveToFileProps {
  officer: { id: string; name: string };
  /** The number of records would be in the file. */
  records: number;
}

type State =
  | { is: 'closed' | 'not certified' | 'asking' | 'saving' | 'failed' }
  | { is: 'saved'; saved: RecordsFile };

/**
 * Saves all waiting records to a file that a superior can bring in, for a phone that will not come
 * back.
 */
export function SaveToFile({ officer, records }: SaveToFileProps) {
  const [state, setState] = useState<State>({ is: 'closed' });
  const close = () => setState({ is: 'closed' });

  async function open(): Promise<void> {
    setState({ is: (await canSaveRecords(officer.id)) ? 'asking' : 'not certified' });
  }

  async function save(): Promise<void> {
    setState({ is: 'saving' });
    try {
      const saved = await saveRecords(officer);
      download(saved.file);
      setState({ is: 'saved', saved });
    } catch (error) {
      console.error(error);
      setState({ is: 'failed' });
    }
  }

  return (
    <>
      <Button icon={<IconFileZip size={18} aria-hidden />} onClick={() => void open()}>
        Save to a file
      </Button>
      <Dialog opened={state.is !== 'closed'} onClose={close} title="Save to a file">
        <div className="column gap-7">
          {state.is === 'not certified' && (
            <Notice kind="warn">
              This phone was never certified by the authority, so nobody could bring in a file of
              it. Its records can only be sent from here.
            </Notice>
          )}
          {state.is === 'saved' && <Saved saved={state.saved} />}
          {(state.is === 'asking' || state.is === 'saving' || state.is === 'failed') && (
            <>
              <p>
                For a phone that will not come back, such as one that is broken. A zonal head or a
                state admin brings the file in on the Late Records page, and the records count as
                yours.
              </p>
              <p>
                What is saved also stays on this phone. If it is sent from here after all, nothing
                is recorded twice.
              </p>
              <Notice kind="warn">
                <b>Whoever has the file can read it</b>, with the names and addresses of drivers.
                Hand it over, then delete it.
              </Notice>
              {state.is === 'failed' && (
                <Notice kind="alert">
                  The file could not be written. Make room on this phone, and try again.
                </Notice>
              )}
            </>
          )}
          <div className={css['buttons']}>
            {(state.is === 'asking' || state.is === 'saving' || state.is === 'failed') && (
              <Button
                variant="primary"
                loading={state.is === 'saving'}
                loadingLabel="Saving"
                onClick={() => void save()}
              >
                Save {plural(records, 'record')}
              </Button>
            )}
            <Button onClick={close}>Close</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

function Saved({ saved: { file, records, leftOut, unreadable } }: { saved: RecordsFile }) {
  return (
    <>
      <Notice kind="ok">
        <b>
          {plural(records, 'record')} {records === 1 ? 'is' : 'are'} in{' '}
          <span className="anywhere">{file.name}</span>,
        </b>{' '}
        among your downloads. Hand it to a zonal head or a state admin, then delete it.
      </Notice>
      {leftOut > 0 && (
        <Notice kind="warn">
          {plural(leftOut, 'record')} stayed out: taken out by you, or of another version of Hanya.
        </Notice>
      )}
      {unreadable > 0 && (
        <Notice kind="warn">
          {plural(unreadable, 'picture or video', 'pictures and videos')} can’t be read on this
          phone any more, and stayed out.
        </Notice>
      )}
    </>
  );
}
