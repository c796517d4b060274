import { FilePick, type FilePickProps } from '../controls/file-pick.tsx';
import { IconPhoto } from '../icons.ts';
import { Field, type FieldProps } from './field.tsx';

interface FileFieldProps extends FieldProps {
  label: string;
  kind: FilePickProps['kind'];
  /** The file that was chosen, which the button then names. */
  file?: File | null;
  onChoose: (file: File) => void;
}

/** A file among the fields of a form. */
export function FileField({ kind, file, onChoose, ...field }: FileFieldProps) {
  const words = file?.name ?? (kind === 'po' ? 'Select a file' : 'Select a picture');
  return (
    <Field {...field}>
      {({ id, ...control }) => (
        <div>
          <FilePick
            id={id}
            icon={<IconPhoto size={18} aria-hidden />}
            words={words}
            about={field.label}
            name={`${field.label}: ${words}`}
            kind={kind}
            describedBy={control['aria-describedby']}
            onChoose={([chosen]) => chosen && onChoose(chosen)}
          />
        </div>
      )}
    </Field>
  );
}
