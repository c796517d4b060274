import type { ChangeEvent, ReactNode } from 'react';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import css from './file-choice.module.css';

export interface FilePickProps {
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
export function FilePick(props: FilePickProps) {
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
