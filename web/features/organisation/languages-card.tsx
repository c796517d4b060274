import { useState } from 'react';
import {
  changeLanguages,
  exportLanguage,
  importLanguage,
  type LanguageChoice,
  type LanguageState,
  readLanguages,
} from '#contract/languages.ts';
import type { Organisation } from '#contract/places.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { useRun } from '#web/forms/use-run.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import css from './organisation.module.css';

interface LanguagesCardProps {
  organisation: Organisation;
  mayChange: boolean;
}

/** The languages in which drivers read tickets, pages and messages, and who has confirmed their sentences. */
export function LanguagesCard({ organisation, mayChange }: LanguagesCardProps) {
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(readLanguages, { query: { organisation }, signal }),
  );
  const [reading, setReading] = useState<LanguageState | null>(null);
  const { refusal, busy: isBusy, run } = useRun();

  async function choose(changed: Partial<LanguageChoice>): Promise<void> {
    if (!data) return;
    const body = { ...data.choice, ...changed, organisation };
    if (await run(() => call(changeLanguages, { body }), `Languages of ${organisation} saved`))
      reload();
  }

  return (
    <Card title="Languages for drivers">
      <div className={css['body']}>
        <p className="small quiet">
          A driver can choose a language on the ticket’s page, and an officer can choose it for them
          in the booking. Offences, laws and amounts also stand in English, which holds.
        </p>
        <RefusalNotice>{refusal || (failure ?? '')}</RefusalNotice>
        {data?.languages.map((language) => (
          <LanguageRow
            key={language.code}
            language={language}
            isOffered={data.choice.offered.includes(language.code)}
            isFixed={!mayChange || isBusy}
            onOffer={(isOffered) =>
              void choose({
                offered: isOffered
                  ? [...data.choice.offered, language.code]
                  : data.choice.offered.filter((code) => code !== language.code),
              })
            }
            onSave={() =>
              void run(
                async () =>
                  download(
                    await callFile(exportLanguage, {
                      params: { language: language.code },
                      query: { organisation },
                    }),
                  ),
                `File with the ${language.englishName} sentences downloaded`,
              )
            }
            onRead={mayChange ? () => setReading(language) : undefined}
          />
        ))}
        {data && (
          <>
            <CheckField
              label="Show drivers sentences that no speaker has confirmed"
              checked={data.choice.showsUnconfirmed}
              disabled={!mayChange || isBusy}
              onChange={(event) => void choose({ showsUnconfirmed: event.target.checked })}
            />
            <CheckField
              label="Write text messages without tone marks, dots and hooked letters, so that they cost less"
              checked={data.choice.plainLetters}
              disabled={!mayChange || isBusy}
              onChange={(event) => void choose({ plainLetters: event.target.checked })}
            />
          </>
        )}
      </div>
      {reading && (
        <ReadFileDialog
          language={reading}
          organisation={organisation}
          onDone={reload}
          onClose={() => setReading(null)}
        />
      )}
    </Card>
  );
}

interface LanguageRowProps {
  language: LanguageState;
  isOffered: boolean;
  isFixed: boolean;
  onOffer: (isOffered: boolean) => void;
  onSave: () => void;
  onRead: (() => void) | undefined;
}

function LanguageRow({ language, isOffered, isFixed, onOffer, onSave, onRead }: LanguageRowProps) {
  const { name, englishName, sentences, confirmed, missing, last } = language;
  return (
    <div className="column gap-4">
      <CheckField
        label={
          <b>
            {englishName}
            {name !== englishName && ` (${name})`}
          </b>
        }
        checked={isOffered}
        disabled={isFixed}
        onChange={(event) => onOffer(event.target.checked)}
      />
      <p className="small quiet">
        {confirmed} of {sentences} sentences confirmed by a speaker
        {missing > 0 && `, ${missing} not translated yet`}.
        {last && ` ${last.speaker} confirmed the latest ones on ${momentOf(last.at)}.`}
      </p>
      <div className="row wrap gap-4">
        <Button size="sm" onClick={onSave}>
          Download sentences
        </Button>
        {onRead && (
          <Button size="sm" onClick={onRead}>
            Add a speaker’s file
          </Button>
        )}
      </div>
    </div>
  );
}

interface ReadFileDialogProps {
  language: LanguageState;
  organisation: Organisation;
  onDone: () => void;
  onClose: () => void;
}

/** Takes the file that a speaker has read, under the speaker's name. */
function ReadFileDialog({ language, organisation, onDone, onClose }: ReadFileDialogProps) {
  const [speaker, setSpeaker] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const { refusal, fields, busy: isBusy, run } = useRun();
  const { code, englishName } = language;

  async function send(): Promise<void> {
    const files = file ? [{ name: 'file', file }] : [];
    const sent = await run(
      () =>
        upload(importLanguage, {
          params: { language: code },
          body: { organisation, speaker },
          files,
        }),
      `${englishName} sentences confirmed`,
    );
    if (!sent) return;
    onDone();
    onClose();
  }

  return (
    <Dialog opened onClose={onClose} title={`Add a file for ${englishName}`} size="sm">
      <form
        className={css['body']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send();
        }}
      >
        <p>
          Give the downloaded file to somebody who speaks {englishName}. They correct each sentence
          in an editor for PO files, such as Poedit. They then remove the mark “Needs work” from the
          sentence. Hanya counts every sentence without that mark as confirmed.
        </p>
        <TextField
          label="Name of the speaker"
          hint="Drivers do not see this name. The audit trail keeps it with the sentences."
          value={speaker}
          error={fields['speaker']}
          onChange={(event) => setSpeaker(event.target.value)}
        />
        <FileField label="File" kind="po" file={file} onChoose={setFile} />
        <RefusalNotice>{refusal}</RefusalNotice>
        <div>
          <Button type="submit" variant="primary" loading={isBusy} loadingLabel="Reading">
            Add the file
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
