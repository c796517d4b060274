import { useState } from 'react';
import { changeLogo, readLogo } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { FilePick } from '#web/ui/controls/file-pick.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconPhoto } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import css from './organisation.module.css';

/** The logo in the head of papers: chosen, it counts at once. */
export function LogoCard(props: { organisation: Organisation; mayChange: boolean }) {
  const { organisation, mayChange } = props;
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(readLogo, { query: { organisation }, signal }),
  );
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');

  async function change(file: File): Promise<void> {
    setBusy(true);
    setRefusal('');
    try {
      await upload(changeLogo, { body: { organisation }, files: [{ name: 'logo', file }] });
      toastDone('The logo stands on new papers.');
      reload();
    } catch (error) {
      const { message } = failedCall(error);
      setRefusal(message);
      toastFailed(message);
    }
    setBusy(false);
  }

  return (
    <Card title="Logo">
      <div className={css['body']}>
        <p className="small quiet">
          It heads tickets, receipts, clearance slips and the page behind the code. Best is a square
          JPEG or PNG; without one they carry the mark of Hanya.
        </p>
        <RefusalNotice>{refusal || (failure ?? '')}</RefusalNotice>
        {data?.logo != null && (
          <img className={css['logo']} src={data.logo} alt={`Logo of ${organisation}`} />
        )}
        {mayChange && (
          <div>
            <FilePick
              icon={<IconPhoto size={18} stroke={1.8} aria-hidden />}
              words={busy ? 'Saving' : data?.logo == null ? 'Choose a logo' : 'Choose another'}
              about={`logo of ${organisation}`}
              kind="picture"
              onChoose={([file]) => {
                if (file && !busy) void change(file);
              }}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
