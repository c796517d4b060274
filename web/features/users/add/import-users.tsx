import { useState } from 'react';
import {
  type HandedLink,
  importUsers,
  type ImportedRow,
  mostImported,
} from '#contract/user-changes.ts';
import { upload } from '#web/api/upload.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { FilePick } from '#web/ui/controls/file-pick.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconFileSpreadsheet } from '#web/ui/icons.ts';
import { CheckedRows } from '#web/ui/table/checked-rows.tsx';
import css from '../forms.module.css';
import { LinkSheet } from './link-sheet.tsx';

interface ImportUsersProps {
  onClose: () => void;
  /** Called once users were added. */
  onAdded: () => void;
}

/** Adds the users of a file, once each row is right or the others are left out on purpose. */
export function ImportUsers({ onClose, onAdded }: ImportUsersProps) {
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<readonly ImportedRow[]>([]);
  const [isMailed, setMailed] = useState(true);
  const [handed, setHanded] = useState<readonly HandedLink[]>([]);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const there = rows.filter(({ exists }) => exists);
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  const right = rows.filter(({ exists, faults }) => !exists && faults.length === 0);

  async function send(chosen: File, adds: 'nobody' | 'all' | 'faultless'): Promise<void> {
    setBusy(true);
    setRefusal('');
    try {
      const files = [{ name: 'file', file: chosen }];
      const { data } = await upload(importUsers, { body: { adds }, files });
      setFile(chosen);
      setMailed(data.mailed);
      if (adds === 'nobody') setRows(data.rows);
      else {
        const left = data.rows.filter(({ faults }) => faults.length > 0);
        setRows(left);
        if (data.handed.length > 0) setHanded(data.handed);
        else if (left.length === 0) onClose();
        toastDone(
          `${plural(data.added, 'user')} added.${data.mailed ? ' Each user will get an email with a link that works for 7 days.' : ''}`,
        );
        onAdded();
      }
    } catch (error) {
      const { message } = failedCall(error);
      setRefusal(message);
      toastFailed(message);
    }
    setBusy(false);
  }

  if (handed.length > 0)
    return (
      <LinkSheet
        links={handed}
        onClose={() => {
          setHanded([]);
          if (rows.length === 0) onClose();
        }}
      />
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add users from a file"
      size="sm"
      footer={
        <div className={css['foot']}>
          {file && right.length > 0 && (
            <Button
              variant="primary"
              loading={busy}
              loadingLabel="Adding"
              onClick={() => void send(file, faulty.length > 0 ? 'faultless' : 'all')}
            >
              {faulty.length > 0
                ? `Leave out ${plural(faulty.length, 'row')}, add ${plural(right.length, 'user')}`
                : `Add ${plural(right.length, 'user')}`}
            </Button>
          )}
          <FilePick
            icon={<IconFileSpreadsheet size={18} aria-hidden />}
            words={file ? 'Select another file' : 'Select a file'}
            about="a CSV or Excel file of users"
            kind="table"
            onChoose={([chosen]) => chosen && !busy && void send(chosen, 'nobody')}
          />
        </div>
      }
    >
      <div className="column gap-6">
        <RefusalNotice>{refusal}</RefusalNotice>
        {busy && rows.length === 0 && <LoadingNote>Checking the file</LoadingNote>}
        {file ? (
          <Notice kind={faulty.length > 0 ? 'warn' : 'ok'}>
            <b>
              {file.name}: {plural(right.length, 'user')} to add
              {there.length > 0 && `, ${there.length} with an account already`}
              {faulty.length > 0 && `, ${plural(faulty.length, 'row')} to correct`}.
            </b>{' '}
            {right.length > 0
              ? 'You have not added anybody yet.'
              : faulty.length === 0 && 'Everybody in the file already has an account.'}
          </Notice>
        ) : (
          <Advice />
        )}
        {!isMailed && right.length > 0 && (
          <Notice kind="warn">
            <b>Email is not set up.</b> After you add these users, Hanya will show each person’s
            link only once. Print the sheet and hand out the links.
          </Notice>
        )}
        <CheckedRows heading="Rows to correct" rows={faulty.map(shown)} />
        <CheckedRows heading="Users to add" rows={right.map(shown)} />
        <CheckedRows heading="Users who already have an account" rows={there.map(shown)} />
      </div>
    </Dialog>
  );
}

const Advice = () => (
  <>
    <p>
      Select a CSV or Excel file of up to {mostImported} users, with one line for each user. Hanya
      will check the whole file first. Each user then gets a link to set a password.{' '}
      <Button variant="link" size="sm" onClick={() => download(template())}>
        Download a template
      </Button>
    </p>
    <p className="small quiet">
      Role: state admin, zonal head, booking officer, operator or observer. Zone: the local
      government area, or Hq for all zones. If you work in one state only, you can leave State
      empty.
    </p>
  </>
);

const shown = ({ line, name, email, role, place, faults }: ImportedRow) => ({
  line,
  title: name || email || 'No name',
  detail: [email, role, place].filter((part) => part !== '').join(', '),
  faults,
});

const template = () =>
  new File(['First Name,Last Name,Email,Phone,Role,State,Zone\r\n'], 'users-template.csv', {
    type: 'text/csv',
  });
