import '#web/sending/files/announce.ts';
import '#web/sending/files/send-picture.ts';
import '#web/sending/files/with-files.ts';
import { useEffect, useState } from 'react';
import type { Position } from '#contract/booking-fields.ts';
import { mostPictures } from '#contract/booking-pictures.ts';
import { sayEnglish } from '#contract/language.ts';
import { noteOriginal, originalOf } from '#web/device/files/chosen-files.ts';
import { useSay } from '#web/device/language.ts';
import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import { FileChoice } from '#web/forms/pictures/file-choice.tsx';
import { readyFile } from '#web/forms/pictures/ready-file.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { FieldGroup } from '#web/ui/fields/field-group.tsx';
import { IconSignature } from '#web/ui/icons.ts';
// The part that announces files must be there when the network is gone.
import { classNames } from '#web/ui/theme/class-names.ts';
import type { BookingInputs } from './booking-kind.ts';
import css from './pictures-section.module.css';
import type { Pictures } from './pictures.ts';
import { SignaturePad } from './signature-pad.tsx';

interface PicturesSectionProps {
  form: BookingInputs;
  pictures: Pictures;
}

/** Below the lettered sections: pictures of plate, licence or scene, and the driver's signature. */
export function PicturesSection({ form: { fields, fieldId }, pictures }: PicturesSectionProps) {
  const { files, setFiles, preparing, setPreparing } = pictures;
  const say = useSay();
  const { position, signature } = fields.values;
  const [wrong, setWrong] = useState<string | undefined>();
  const [signing, setSigning] = useState(false);
  const scene = files.filter(({ place }) => place === 'img');
  const signed = files.find(({ place }) => place === 'signature');

  useEffect(() => {
    // Those of a draft have lost what was noted of them.
    for (const { file, before, taken } of files) noteOriginal(file, { before, taken });
  }, [files]);

  async function add(chosen: readonly File[]): Promise<void> {
    const fitting = chosen.slice(0, mostPictures - scene.length);
    setPreparing(fitting);
    const ready = await Promise.all(fitting.map((file) => readyFile(file, 'picture')));
    setPreparing([]);
    const added = ready.flatMap(({ file }, place) =>
      file ? [draftFile('img', file, fitting[place] ?? file, position)] : [],
    );
    setFiles((last) => [...last, ...added]);
    const problems = ready.flatMap((one) => one.wrong ?? []);
    if (fitting.length < chosen.length)
      problems.push(
        sayEnglish('A booking can have at most {number} pictures.', { number: mostPictures }),
      );
    if (problems[0] !== undefined) toastFailed(say(problems[0]));
    setWrong(problems.length === 0 ? undefined : problems.join('\n'));
  }

  function sign(file: File): void {
    setSigning(false);
    fields.setFieldValue('signature', '');
    setFiles((last) => [...last, draftFile('signature', file, file, position)]);
  }

  return (
    <section
      className={classNames('column', css['section'])}
      aria-labelledby="booking-pictures-title"
    >
      <h3 id="booking-pictures-title">{say('Pictures and signature')}</h3>
      <FileChoice
        id={fieldId('img')}
        label={say('Pictures')}
        hint={say(
          'Add up to six pictures of the plate, the licence or the scene. Hanya keeps the time and position of each picture.',
        )}
        kind="picture"
        many
        optional
        files={scene.map(({ file }) => file)}
        preparing={preparing}
        error={wrong}
        onChoose={(chosen) => void add(chosen)}
        onRemove={(index) => setFiles((last) => last.filter((one) => one !== scene[index]))}
      />
      {signed ? (
        <FileChoice
          id={fieldId('signature')}
          label={say('Driver’s signature')}
          kind="picture"
          files={[signed.file]}
          error={undefined}
          onRemove={() => setFiles((last) => last.filter((one) => one !== signed))}
        />
      ) : (
        <FieldGroup label={say('Driver’s signature')} optional>
          <div className="row wrap gap-6">
            <Button
              id={fieldId('signature')}
              icon={<IconSignature size={18} stroke={1.8} aria-hidden />}
              onClick={() => setSigning(true)}
            >
              {say('Sign on this screen')}
            </Button>
            <CheckField
              label={say('The driver refused to sign')}
              checked={signature === 'refused'}
              onChange={({ currentTarget }) =>
                fields.setFieldValue('signature', currentTarget.checked ? 'refused' : '')
              }
            />
          </div>
        </FieldGroup>
      )}
      <SignaturePad opened={signing} onSigned={sign} onClose={() => setSigning(false)} />
    </section>
  );
}

/** A picture that is no older was taken here and now. Milliseconds. */
const justTaken = 60_000;

/** A picture for the draft, with the camera's time and position, else those of the phone. */
function draftFile(
  place: string,
  file: File,
  { lastModified }: File,
  position: Position | null,
): DraftFile {
  const { before, taken } = originalOf(file);
  const here = Date.now() - lastModified < justTaken ? position : null;
  const noted = {
    at: inLagos(lastModified),
    ...(here && { position: { lat: here.lat, lng: here.lng } }),
    ...taken,
  };
  noteOriginal(file, { before, taken: noted });
  return { place, file, before, taken: noted };
}

/** A moment as a camera writes it: 2026-11-22T08:12:00+01:00. */
const inLagos = (moment: number) =>
  `${new Date(moment + 3_600_000).toISOString().slice(0, 19)}+01:00`;
