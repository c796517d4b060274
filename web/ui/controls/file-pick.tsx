import type { ChangeEvent, ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import css from './file-pick.module.css';

const types = {
  picture: 'image/*',
  logo: 'image/png,image/jpeg',
  video: 'video/*',
  po: '.po,text/x-gettext-translation',
  table: '.csv,.txt,.tsv,.xlsx,text/csv',
};

export interface FilePickProps {
  id?: string;
  icon: ReactNode;
  words: string;
  /** The purpose of the files, for screen readers. */
  about: string;
  /** Read out in place of words and purpose. */
  name?: string;
  kind: keyof typeof types;
  multiple?: boolean;
  small?: boolean;
  /** Opens the camera on the back of the device. */
  capture?: 'environment';
  invalid?: boolean;
  describedBy?: string | undefined;
  onChoose: (files: readonly File[]) => void;
}

/** A button that the file input covers whole, so that files can also be dropped on it. */
export function FilePick(props: FilePickProps) {
  const { id, icon, words, about, kind, multiple = false, small = false, capture } = props;

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    // Emptied, since choosing the same file again would be no change otherwise.
    currentTarget.value = '';
    if (chosen.length > 0) props.onChoose(chosen);
  }

  return (
    <span className={`${buttonClass(small ? { size: 'sm' } : {})} ${css['pick'] ?? ''}`}>
      {icon}
      <span aria-hidden>{words}</span>
      <input
        id={id}
        type="file"
        accept={types[kind]}
        multiple={multiple}
        {...(capture && { capture })}
        title=""
        aria-label={props.name ?? `${words}: ${about}`}
        aria-invalid={props.invalid === true || undefined}
        aria-describedby={props.describedBy}
        onChange={take}
      />
    </span>
  );
}
