import { IconCamera, IconPhotoPlus, IconVideoPlus } from '@tabler/icons-react';
import type { ChangeEvent, ReactNode } from 'react';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { FieldGroup } from '#web/ui/fields/field-group.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import css from './file-choice.module.css';
import { FileTile, ShrinkingTile } from './file-tile.tsx';

interface FileChoiceProps {
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
  const touched = useScreen('touch');
  const words = wordsFor(kind, many, files.length);
  const about = `${of === undefined ? '' : `${of}, `}${label.toLowerCase()}`;

  return (
    <FieldGroup label={label} hint={hint} optional={optional}>
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
      <div className="row wrap gap-4">
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
    </FieldGroup>
  );
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

function wordsFor(kind: 'picture' | 'video', many: boolean, count: number): string {
  if (many) return count === 0 ? 'Add images' : 'Add more images';
  return count === 0 ? `Add ${kind}` : `Choose another ${kind}`;
}

interface FilePickProps {
  id: string;
  icon: ReactNode;
  words: string;
  /** What the files are for, for those who only hear it. */
  about: string;
  kind: 'picture' | 'video';
  multiple?: boolean;
  /** Opens the camera on the back of the device at once. */
  capture?: 'environment';
  invalid?: boolean;
  describedBy?: string | undefined;
  onChoose: (files: readonly File[]) => void;
}

/** A button that is a file input all over, so that files can be dropped on it too. */
function FilePick(props: FilePickProps) {
  const { id, icon, words, about, kind, multiple = false, capture } = props;

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    // Emptied, so that choosing the same file again is a choice.
    currentTarget.value = '';
    if (chosen.length > 0) props.onChoose(chosen);
  }

  return (
    <span className={`${buttonClass({})} ${css['pick'] ?? ''}`}>
      {icon}
      <span aria-hidden>{words}</span>
      <input
        id={id}
        type="file"
        accept={kind === 'picture' ? 'image/*' : 'video/*'}
        multiple={multiple}
        {...(capture && { capture })}
        title=""
        aria-label={`${words}: ${about}`}
        aria-invalid={props.invalid === true || undefined}
        aria-describedby={props.describedBy}
        onChange={take}
      />
    </span>
  );
}
