import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { toastDone, toastFailed, toastWaiting } from '../feedback/toast.tsx';
import { Button } from './button.tsx';

export type FileFormat = 'csv' | 'xlsx';

export interface ExportMenuProps {
  /** What the file holds, such as "48 bookings". */
  what: string;
  /** Fetches the file; rejects with an error whose message is a sentence. */
  fetchFile: (format: FileFormat) => Promise<File>;
}

/** Downloads a list as a file, and says when it starts and ends. */
export function ExportMenu({ what, fetchFile }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);

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
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <Button
          iconOnPhone
          icon={<IconDownload size={17} stroke={1.8} aria-hidden />}
          loading={busy}
        >
          <span>Export</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={18} stroke={1.8} aria-hidden />}
          onClick={() => void save('csv')}
        >
          CSV
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={18} stroke={1.8} aria-hidden />}
          onClick={() => void save('xlsx')}
        >
          Excel (XLSX)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function download(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
