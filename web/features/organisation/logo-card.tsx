import { useState } from 'react';
import { changeLogo, readLogo, removeLogo } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import { call, dataOf } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useRun } from '#web/forms/use-run.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
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
  const { busy, refusal, run } = useRun();
  const logo = data?.logo ?? null;

  async function change(send: () => Promise<unknown>, done: string): Promise<void> {
    if (await run(send, done)) reload();
    setAsking(false);
  }
  const set = (file: File) =>
    change(
      () => upload(changeLogo, { body: { organisation }, files: [{ name: 'logo', file }] }),
      'The logo stands on new papers.',
    );
  const remove = () =>
    change(
      () => call(removeLogo, { query: { organisation } }),
      'New papers carry the mark of Hanya.',
    );

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
            <Button onClick={() => setAsking(true)}>Remove the logo</Button>
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
      <Confirm
        opened={asking}
        title="Remove the logo?"
        message={`New papers of ${organisation} carry the mark of Hanya until another logo is chosen.`}
        confirmLabel="Remove the logo"
        destructive
        loading={busy}
        loadingLabel="Removing"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}
