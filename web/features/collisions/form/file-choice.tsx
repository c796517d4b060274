import { IconPhotoPlus, IconVideoPlus } from '@tabler/icons-react';
import { useId, type ChangeEvent } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { FieldError } from '#web/ui/field.tsx';
import css from './file-choice.module.css';
import { FileTile } from './file-tile.tsx';

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
  error: string | undefined;
  onChoose: (files: readonly File[]) => void;
  onRemove: (index: number) => void;
}

/** Files from the device's own picker, which offers the camera on a phone, with previews. */
export function FileChoice(props: FileChoiceProps) {
  const { id, label, of, kind, many = false, optional = false, hint } = props;
  const { files, error, onChoose, onRemove } = props;
  const labelId = useId();
  const words = wordsFor(kind, many, files.length);

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    // Emptied, so that choosing the same file again is a choice.
    currentTarget.value = '';
    if (chosen.length > 0) onChoose(chosen);
  }

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
      {files.length > 0 && (
        <ul className={css['tiles']}>
          {files.map((file, index) => (
            <FileTile
              key={`${file.name} ${file.lastModified} ${file.size} ${index}`}
              file={file}
              kind={kind}
              onRemove={() => onRemove(index)}
            />
          ))}
        </ul>
      )}
      <span className={`${buttonClass({})} ${css['pick'] ?? ''}`}>
        {kind === 'picture' ? (
          <IconPhotoPlus size={18} stroke={1.8} aria-hidden />
        ) : (
          <IconVideoPlus size={18} stroke={1.8} aria-hidden />
        )}
        <span aria-hidden>{words}</span>
        <input
          id={id}
          type="file"
          accept={kind === 'picture' ? 'image/*' : 'video/*'}
          multiple={many}
          title=""
          aria-label={`${words}: ${of === undefined ? '' : `${of}, `}${label.toLowerCase()}`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={take}
        />
      </span>
      <div role="status">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}

function wordsFor(kind: 'picture' | 'video', many: boolean, count: number): string {
  if (many) return count === 0 ? 'Add images' : 'Add more images';
  return count === 0 ? `Add ${kind}` : `Choose another ${kind}`;
}
