import { useState } from 'react';
import type { SentQuery } from '#contract/endpoint.ts';
import { exportSpotPicture } from '#contract/modules/reports/black-spots.ts';
import { callFile } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconPrinter } from '#web/ui/icons.ts';

/** Downloads one page with a map, of the place and the days of the screen. */
export function PictureButton({ query }: { query: SentQuery<typeof exportSpotPicture> }) {
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const file = await callFile(exportSpotPicture, { query });
      download(file);
      toastDone(`${file.name} downloaded`);
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setBusy(false);
  }

  return (
    <Button
      iconOnPhone
      icon={<IconPrinter size={17} stroke={1.8} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      <span>Save a PDF to print</span>
    </Button>
  );
}
