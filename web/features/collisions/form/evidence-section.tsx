import { errorOf } from '#web/forms/refusal.ts';
import { FormSection } from '#web/ui/fields/form-section.tsx';
import css from './collision-form.module.css';
import type { WithEvidence } from './collision-kind.ts';
import { whyNot, wrongKind } from './evidence.ts';
import { FileChoice } from './file-choice.tsx';
import { sections } from './sections.ts';

/** Images of the scene and one video. A file that is too large is named, and not taken. */
export function EvidenceSection({ form: { fields, fieldId }, evidence }: WithEvidence) {
  const { chosen, set: setEvidence, shrinking, shrink } = evidence;

  function showErrors(path: 'img' | 'vid', wrong: readonly string[]): void {
    if (wrong.length === 0) fields.clearFieldError(path);
    else fields.setFieldError(path, wrong.join(' '));
  }

  async function addImages(files: readonly File[]): Promise<void> {
    const other = files.flatMap((file) => wrongKind(file, 'picture') ?? []);
    const pictures = files.filter((file) => wrongKind(file, 'picture') === null);
    showErrors('img', other);
    const { taken, wrong } = await shrink('img', pictures);
    setEvidence((last) => ({ ...last, img: [...last.img, ...taken] }));
    if (wrong.length > 0) showErrors('img', [...other, ...wrong]);
  }

  function chooseVideo([file]: readonly File[]): void {
    if (!file) return;
    const wrong = whyNot(file, 'video');
    if (wrong === null) setEvidence((last) => ({ ...last, vid: file }));
    showErrors('vid', wrong === null ? [] : [wrong]);
  }

  return (
    <FormSection {...sections.evidence} hint="At least one image or a video">
      <div className={css['choices']}>
        <FileChoice
          id={fieldId('img')}
          label="Images"
          hint="At most 15 MB each. Large ones are made smaller before they are sent."
          kind="picture"
          many
          files={chosen.img}
          shrinking={shrinking.filter(({ path }) => path === 'img')}
          error={errorOf(fields, 'img')}
          onChoose={(files) => void addImages(files)}
          onRemove={(index) => {
            setEvidence((last) => ({ ...last, img: last.img.toSpliced(index, 1) }));
            showErrors('img', []);
          }}
        />
        <FileChoice
          id={fieldId('vid')}
          label="Video"
          hint="At most 200 MB."
          kind="video"
          files={chosen.vid ? [chosen.vid] : []}
          error={errorOf(fields, 'vid')}
          onChoose={chooseVideo}
          onRemove={() => {
            setEvidence((last) => ({ ...last, vid: null }));
            showErrors('vid', []);
          }}
        />
      </div>
    </FormSection>
  );
}
