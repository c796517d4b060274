import { useState } from 'react';
import { exportPerson } from '#contract/person-files.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { callFile } from '#web/api/call.ts';
import { unexpected } from '#web/api/unexpected.ts';
import type { DossierSubject } from '#web/records/addresses/dossier-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconDownload } from '#web/ui/icons.ts';

/** Saves all that is kept about a person as one file, to hand out to them. */
export function PersonFile({ of, value }: DossierSubject) {
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const file = await callFile(exportPerson, { body: { of, value } });
      download(file);
      toastDone(`${file.name} is downloaded.`);
    } catch (error) {
      toastFailed(error instanceof CallFailure ? error.message : unexpected.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      icon={<IconDownload size={17} stroke={1.8} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      Export for the person
    </Button>
  );
}
