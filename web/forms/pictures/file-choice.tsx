import { type ReactNode, useCallback } from 'react';
import { megabytes } from '#contract/file-kinds.ts';
import type { Say } from '#contract/language.ts';
import { originalOf } from '#web/device/files/chosen-files.ts';
import { useSay } from '#web/device/language.ts';
import { FilePick } from '#web/ui/controls/file-pick.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { FieldGroup } from '#web/ui/fields/field-group.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { IconCamera, IconPhotoPlus, IconVideoPlus, IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import css from './file-choice.module.css';

interface FileChoiceProps {
  /** The id of the input, which links point to. */
  id: string;
  label: string;
  /** The label's subject, such as "Vehicle 1", for screen readers. */
  of?: string;
  kind: 'picture' | 'video';
  many?: boolean;
  optional?: boolean;
  hint?: string;
  files: readonly File[];
  /** The files that are being looked at. */
  preparing?: readonly { name: string }[];
  error: string | undefined;
  /** Left out where nothing more can be chosen. */
  onChoose?: (files: readonly File[]) => void;
  onRemove: (index: number) => void;
}

/** Files from the device's own picker, or pictures from its camera, with previews. */
export function FileChoice(props: FileChoiceProps) {
  const { id, label, of, kind, many = false, optional = false, hint } = props;
  const { files, preparing = [], error, onChoose, onRemove } = props;
  const touched = useScreen('touch');
  const say = useSay();
  const words = wordsFor(kind, many, files.length, say);
  const about = `${of === undefined ? '' : `${of}, `}${label.toLowerCase()}`;

  return (
    <FieldGroup label={label} hint={hint} optional={optional}>
      {files.length + preparing.length > 0 && (
        <ul className={css['tiles']}>
          {files.map((file, index) => (
            <FileTile
              key={`${file.name} ${file.lastModified} ${file.size} ${index}`}
              file={file}
              kind={kind}
              onRemove={() => {
                onRemove(index);
                toastDone(say(kind === 'picture' ? 'Picture removed' : 'Video removed'));
              }}
            />
          ))}
          {preparing.map(({ name }, index) => (
            <PreparedTile key={`${name} ${index}`} name={name} kind={kind} />
          ))}
        </ul>
      )}
      {onChoose && (
        <div className="row wrap gap-4">
          {kind === 'picture' && touched && (
            <FilePick
              id={`${id}-camera`}
              icon={<IconCamera {...icon} />}
              words={say('Take picture')}
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
      )}
      <div role="status">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </FieldGroup>
  );
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

function wordsFor(kind: 'picture' | 'video', many: boolean, count: number, say: Say): string {
  if (many) return say(count === 0 ? 'Add images' : 'Add more images');
  if (kind === 'picture') return say(count === 0 ? 'Add picture' : 'Select another picture');
  return say(count === 0 ? 'Add video' : 'Select another video');
}

interface FileTileProps {
  file: File;
  kind: 'picture' | 'video';
  onRemove: () => void;
}

/** A chosen file with its preview, name and size. */
function FileTile({ file, kind, onRemove }: FileTileProps) {
  const say = useSay();
  const show = useCallback(
    (node: HTMLImageElement | HTMLVideoElement | null) => {
      if (node === null) return undefined;
      const address = URL.createObjectURL(file);
      node.src = address;
      return () => {
        node.removeAttribute('src');
        URL.revokeObjectURL(address);
      };
    },
    [file],
  );
  return (
    <Tile>
      {kind === 'picture' ? (
        <img ref={show} className={css['shown']} alt="" />
      ) : (
        <video
          ref={show}
          className={css['shown']}
          aria-label={file.name}
          controls
          muted
          playsInline
          preload="metadata"
        />
      )}
      <Words name={file.name} state={sizeWords(file, say)} />
      <IconButton
        label={say('Remove {what}', { what: file.name })}
        size="sm"
        icon={<IconX size={16} aria-hidden />}
        onClick={onRemove}
      />
    </Tile>
  );
}

/** A file that is being looked at; as high as its tile will be. */
function PreparedTile({ name, kind }: Pick<FileTileProps, 'kind'> & { name: string }) {
  const say = useSay();
  return (
    <Tile>
      <span className={css['shown']} aria-hidden />
      <Words
        name={name}
        state={say(kind === 'picture' ? 'Making the file smaller' : 'Checking the file')}
        role="status"
      />
    </Tile>
  );
}

const Tile = ({ children }: { children: ReactNode }) => (
  <li className={classNames('row shrink gap-5', css['tile'])}>{children}</li>
);

const Words = (props: { name: string; state: string; role?: 'status' }) => (
  <div className="column grow small" role={props.role}>
    <span className="truncate">{props.name}</span>
    <span className="quiet">{props.state}</span>
  </div>
);

/** "812 KB, was 4.2 MB" where the picture was made smaller. */
function sizeWords(file: File, say: Say): string {
  const { before } = originalOf(file);
  const now = fileSize(file.size);
  return before === null
    ? now
    : say('{size}, was {before}', { size: now, before: fileSize(before) });
}

/** Such as "312 KB" or "4.2 MB". */
const fileSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes(bytes)} MB`;
