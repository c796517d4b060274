import { useSay } from '#web/device/language.ts';
import { FileChoice } from '#web/forms/pictures/file-choice.tsx';
import { errorOf } from '#web/forms/refusal.ts';
import { FormSection } from '#web/ui/fields/form-section.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './collision-form.module.css';
import type { WithEvidence } from './collision-kind.ts';
import { sections } from './sections.ts';

/** Images of the scene and one video. A file that the authority can't keep is named, and not taken. */
export function EvidenceSection({ form: { fields, fieldId }, evidence }: WithEvidence) {
  const { chosen, set: setEvidence, preparing, prepare } = evidence;
  const say = useSay();

  function showErrors(path: 'img' | 'vid', wrong: readonly string[]): void {
    if (wrong.length === 0) fields.clearFieldError(path);
    else fields.setFieldError(path, wrong.join('\n'));
  }

  async function addImages(files: readonly File[]): Promise<void> {
    showErrors('img', []);
    const { taken, wrong } = await prepare('img', files, 'picture');
    setEvidence((last) => ({ ...last, img: [...last.img, ...taken] }));
    showErrors('img', wrong);
  }

  async function chooseVideo(files: readonly File[]): Promise<void> {
    showErrors('vid', []);
    const { taken, wrong } = await prepare('vid', files.slice(0, 1), 'video');
    const [video] = taken;
    if (video) setEvidence((last) => ({ ...last, vid: video }));
    showErrors('vid', wrong);
  }

  return (
    <FormSection
      {...sections.evidence}
      title={say(sections.evidence.title)}
      hint={say('At least one image or a video')}
    >
      <div className={classNames('column', css['choices'])}>
        <FileChoice
          id={fieldId('img')}
          label={say('Images')}
          hint={say('At most 15 MB each. Hanya makes large images smaller before it sends them.')}
          kind="picture"
          many
          files={chosen.img}
          preparing={preparing.filter(({ path }) => path === 'img')}
          error={errorOf(fields, 'img')}
          onChoose={(files) => void addImages(files)}
          onRemove={(index) => {
            setEvidence((last) => ({ ...last, img: last.img.toSpliced(index, 1) }));
            showErrors('img', []);
          }}
        />
        <FileChoice
          id={fieldId('vid')}
          label={say('Video')}
          hint={say('At most 200 MB.')}
          kind="video"
          files={chosen.vid ? [chosen.vid] : []}
          preparing={preparing.filter(({ path }) => path === 'vid')}
          error={errorOf(fields, 'vid')}
          onChoose={(files) => void chooseVideo(files)}
          onRemove={() => {
            setEvidence((last) => ({ ...last, vid: null }));
            showErrors('vid', []);
          }}
        />
      </div>
    </FormSection>
  );
}
