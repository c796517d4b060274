import { useState } from 'react';
import { changeLogo, readLogo, removeLogo } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import { call, dataOf } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useRun } from '#web/forms/use-run.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import css from './organisation.module.css';

/** The logo in the head of papers: chosen or removed, it counts at once. */
export function LogoCard(props: { organisation: Organisation; mayChange: boolean }) {
  const { organisation, mayChange } = props;
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(readLogo, { query: { organisation }, signal }),
  );
  const [asking, setAsking] = useState(false);
  const { refusal, run } = useRun();
  const logo = data?.logo ?? null;

  async function set(file: File): Promise<void> {
    const files = [{ name: 'logo', file }];
    const send = () => upload(changeLogo, { body: { organisation }, files });
    if (await run(send, 'The logo stands on new papers.')) reload();
  }

  return (
    <Card title="Logo">
      <div className={css['body']}>
        <p className="small quiet">
          It heads tickets, receipts, clearance slips and the page behind the code. Without one they
          carry the mark of Hanya.
        </p>
        <RefusalNotice>{refusal || (failure ?? '')}</RefusalNotice>
        {logo !== null && (
          <img className={css['logo']} src={logo} alt={`Logo of ${organisation}`} />
        )}
        {mayChange && logo !== null && (
          <div>
            <Button onClick={() => setAsking(true)}>{removeLogo.words.begins}</Button>
          </div>
        )}
        {mayChange && (
          <TextField
            label="New logo"
            hint="Best a square. JPEG or PNG."
            type="file"
            accept="image/png,image/jpeg"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // Emptied, since choosing a removed logo again would be no change otherwise.
              currentTarget.value = '';
              if (file) void set(file);
            }}
          />
        )}
      </div>
      {asking && (
        <ActConfirm
          act={removeLogo}
          asks={`Remove the logo of ${organisation}?`}
          send={() => call(removeLogo, { query: { organisation } })}
          onDone={reload}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
