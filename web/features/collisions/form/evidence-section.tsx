import { FormSection } from '#web/ui/form-section.tsx';
import css from './collision-form.module.css';
import { fieldId } from './draft.ts';
import { whyNot } from './evidence.ts';
import { FileChoice } from './file-choice.tsx';
import { sections } from './sections.ts';
import { errorOf, type CollisionFormState } from './use-collision-form.ts';

/** Images of the scene and one video; what is too large is named and left out. */
export function EvidenceSection({ form }: { form: CollisionFormState }) {
  const { fields, evidence, setEvidence } = form;

  function say(path: 'img' | 'vid', wrong: readonly string[]): void {
    if (wrong.length === 0) fields.clearFieldError(path);
    else fields.setFieldError(path, wrong.join(' '));
  }

  function addImages(files: readonly File[]): void {
    const checked = files.map((file) => ({ file, wrong: whyNot(file, 'picture') }));
    const taken = checked.filter(({ wrong }) => wrong === null).map(({ file }) => file);
    setEvidence((last) => ({ ...last, img: [...last.img, ...taken] }));
    say(
      'img',
      checked.flatMap(({ wrong }) => wrong ?? []),
    );
  }

  function chooseVideo([file]: readonly File[]): void {
    if (!file) return;
    const wrong = whyNot(file, 'video');
    if (wrong === null) setEvidence((last) => ({ ...last, vid: file }));
    say('vid', wrong === null ? [] : [wrong]);
  }

  return (
    <FormSection {...sections.evidence} hint="At least one image or a video">
      <div className={css['files']}>
        <FileChoice
          id={fieldId('img')}
          label="Images"
          hint="At most 15 MB each."
          kind="picture"
          many
          files={evidence.img}
          error={errorOf(fields, 'img')}
          onChoose={addImages}
          onRemove={(index) => {
            setEvidence((last) => ({ ...last, img: last.img.toSpliced(index, 1) }));
            say('img', []);
          }}
        />
        <FileChoice
          id={fieldId('vid')}
          label="Video"
          hint="At most 200 MB."
          kind="video"
          files={evidence.vid ? [evidence.vid] : []}
          error={errorOf(fields, 'vid')}
          onChoose={chooseVideo}
          onRemove={() => {
            setEvidence((last) => ({ ...last, vid: null }));
            say('vid', []);
          }}
        />
      </div>
    </FormSection>
  );
}
