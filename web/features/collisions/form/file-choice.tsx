import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconPhotoPlus, IconVideoPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { FieldError } from '#web/ui/fields/field.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import css from './file-choice.module.css';
import { FilePick } from './file-pick.tsx';
import { FileTile, ShrinkingTile } from './file-tile.tsx';

export interface FileChoiceProps {
  /** The id of the input, where links lead. */
  id: string;
  label: string;
  /** What the label is about, for those who only hear it. */
  of?: string;
  kind: 'picture' | 'video';
  many?: boolean;
  optional?: boolean;
  hint?: string;
  files: readonly File[];
  /** The pictures on their way to being smaller. */
  shrinking?: readonly { name: string }[];
  error: string | undefined;
  onChoose: (files: readonly File[]) => void;
  onRemove: (index: number) => void;
}

/** Files from the device's own picker, or pictures from its camera, with previews. */
export function FileChoice(props: FileChoiceProps) {
  const { id, label, of, kind, many = false, optional = false, hint } = props;
  const { files, shrinking = [], error, onChoose, onRemove } = props;
  const touched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const labelId = useId();
  const words = wordsFor(kind, many, files.length);
  const about = `${of === undefined ? '' : `${of}, `}${label.toLowerCase()}`;

  return (
    <div className={css['choice']} role="group" aria-labelledby={labelId}>
      <p className={css['label']} id={labelId}>
        {label}
        {optional && <span className={css['note']}> (optional)</span>}
      </p>
      {hint !== undefined && (
        <p className={css['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {files.length + shrinking.length > 0 && (
        <ul className={css['tiles']}>
          {files.map((file, index) => (
            <FileTile
              key={`${file.name} ${file.lastModified} ${file.size} ${index}`}
              file={file}
              kind={kind}
              onRemove={() => {
                onRemove(index);
                toastDone(kind === 'picture' ? 'Picture removed' : 'Video removed');
              }}
            />
          ))}
          {shrinking.map(({ name }, index) => (
            <ShrinkingTile key={`${name} ${index}`} name={name} />
          ))}
        </ul>
      )}
      <div className={css['picks']}>
        {kind === 'picture' && touched && (
          <FilePick
            id={`${id}-camera`}
            icon={<IconCamera {...icon} />}
            words="Take picture"
            about={about}
            kind={kind}
            capture="environment"
            onChoose={onChoose}
          />
        )}
        <FilePick
          id={id}
          icon={kind === 'picture' ? <IconPhotoPlus {...icon} /> : <IconVideoPlus {...icon} />}
          words={words}
          about={about}
          kind={kind}
          multiple={many}
          invalid={error !== undefined}
          describedBy={error === undefined ? undefined : `${id}-error`}
          onChoose={onChoose}
        />
      </div>
      <div role="status">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

function wordsFor(kind: 'picture' | 'video', many: boolean, count: number): string {
  if (many) return count === 0 ? 'Add images' : 'Add more images';
  return count === 0 ? `Add ${kind}` : `Choose another ${kind}`;
}
