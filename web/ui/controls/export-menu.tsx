import { useState } from 'react';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '#web/ui/icons.ts';
import { toastDone, toastFailed, toastWaiting } from '../feedback/toast.tsx';
import { PlaceOf, useOpener } from '../overlay/lazy-overlays.ts';
import { Button } from './button.tsx';
import { download } from './download.ts';

export type FileFormat = 'csv' | 'xlsx' | 'pdf' | 'ledger';
type OfLists = 'csv' | 'xlsx';

export interface ExportMenuProps<Format extends FileFormat = OfLists> {
  /** The content of the file, such as "48 bookings". */
  what: string;
  /** Fetches the file; rejects with an error whose message is a sentence. */
  fetchFile: (format: Format) => Promise<File>;
  /** Those of lists by default. */
  formats?: readonly Format[];
}

const ofLists: readonly OfLists[] = ['csv', 'xlsx'];

const looks = {
  csv: { Icon: IconFileTypeCsv, label: 'CSV' },
  xlsx: { Icon: IconFileSpreadsheet, label: 'Excel (XLSX)' },
  pdf: { Icon: IconPrinter, label: 'PDF, to sign' },
  ledger: { Icon: IconFileTypeCsv, label: 'Ledger file (CSV)' },
} as const;

/** Downloads a list as a file, and says when it starts and ends. */
export function ExportMenu<Format extends FileFormat = OfLists>({
  what,
  fetchFile,
  formats = ofLists as readonly Format[],
}: ExportMenuProps<Format>) {
  const [busy, setBusy] = useState(false);
  const { overlays, button, opener, popup } = useOpener('menu');

  async function save(format: Format): Promise<void> {
    setBusy(true);
    toastWaiting(`Exporting ${what}`);
    try {
      const file = await fetchFile(format);
      download(file);
      toastDone(`Downloaded ${file.name}`);
    } catch (error) {
      toastFailed(error instanceof Error ? error.message : 'Hanya could not write the file.');
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
            {formats.map((format) => {
              const { Icon, label } = looks[format];
              return (
                <overlays.Menu.Item
                  key={format}
                  leftSection={<Icon size={18} stroke={1.8} aria-hidden />}
                  onClick={() => void save(format)}
                >
                  {label}
                </overlays.Menu.Item>
              );
            })}
            {formats.some((format) => format === 'csv') && (
              <overlays.Menu.Label>
                Use XLSX for Excel. Excel removes leading zeros from a CSV file.
              </overlays.Menu.Label>
            )}
          </overlays.Menu.Dropdown>
        </overlays.Menu>
      )}
    </>
  );
}
