import { useState } from 'react';
import { changeLogo, readLogo } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import css from './organisation.module.css';

/** The logo in the head of papers: chosen, it counts at once. */
export function LogoCard(props: { organisation: Organisation; mayChange: boolean }) {
  const { organisation, mayChange } = props;
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(readLogo, { query: { organisation }, signal }),
  );
  const [refusal, setRefusal] = useState('');
  const change = (file: File) =>
    upload(changeLogo, { body: { organisation }, files: [{ name: 'logo', file }] }).then(
      () => {
        setRefusal('');
        toastDone('The logo stands on new papers.');
        reload();
      },
      (error: unknown) => {
        setRefusal(failedCall(error).message);
        toastFailed(failedCall(error).message);
      },
    );

  return (
    <Card title="Logo">
      <div className={css['body']}>
        <p className="small quiet">
          It heads tickets, receipts, clearance slips and the page behind the code. Without one they
          carry the mark of Hanya.
        </p>
        <RefusalNotice>{refusal || (failure ?? '')}</RefusalNotice>
        {data?.logo != null && (
          <img className={css['logo']} src={data.logo} alt={`Logo of ${organisation}`} />
        )}
        {mayChange && (
          <TextField
            label="New logo"
            hint="Best a square. JPEG or PNG."
            type="file"
            accept="image/png,image/jpeg"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void change(file);
            }}
          />
        )}
      </div>
    </Card>
  );
}
