import { useState } from 'react';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '#web/ui/icons.ts';
import { toastDone, toastFailed, toastWaiting } from '../feedback/toast.tsx';
import { PlaceOf, useOpener } from '../overlay/lazy-overlays.ts';
import { Button } from './button.tsx';
import { download } from './download.ts';

export type FileFormat = 'csv' | 'xlsx';

export interface ExportMenuProps {
  /** The content of the file, such as "48 bookings". */
  what: string;
  /** Fetches the file; rejects with an error whose message is a sentence. */
  fetchFile: (format: FileFormat) => Promise<File>;
}

/** Downloads a list as a file, and says when it starts and ends. */
export function ExportMenu({ what, fetchFile }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const { overlays, button, opener, popup } = useOpener('menu');

  async function save(format: FileFormat): Promise<void> {
    setBusy(true);
    toastWaiting(`Writing ${what} to a file.`);
    try {
      const file = await fetchFile(format);
      download(file);
      toastDone(`${file.name} is downloaded.`);
    } catch (error) {
      toastFailed(error instanceof Error ? error.message : 'The file could not be written.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        {...opener}
        iconOnPhone
        icon={<IconDownload size={17} stroke={1.8} aria-hidden />}
        loading={busy}
      >
        <span>Export</span>
      </Button>
      {overlays && (
        <overlays.Menu {...popup} position="bottom-end" width={232}>
          <overlays.Menu.Target>
            <PlaceOf button={button} />
          </overlays.Menu.Target>
          <overlays.Menu.Dropdown>
            <overlays.Menu.Item
              leftSection={<IconFileTypeCsv size={18} stroke={1.8} aria-hidden />}
              onClick={() => void save('csv')}
            >
              CSV
            </overlays.Menu.Item>
            <overlays.Menu.Item
              leftSection={<IconFileSpreadsheet size={18} stroke={1.8} aria-hidden />}
              onClick={() => void save('xlsx')}
            >
              Excel (XLSX)
            </overlays.Menu.Item>
            <overlays.Menu.Label>
              For Excel take XLSX: a CSV loses leading noughts.
            </overlays.Menu.Label>
          </overlays.Menu.Dropdown>
        </overlays.Menu>
      )}
    </>
  );
}
