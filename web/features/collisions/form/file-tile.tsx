import { IconX } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { sizeBefore } from '#web/forms/pictures/smaller-picture.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import css from './file-choice.module.css';
import { megabytes } from './evidence.ts';

interface FileTileProps {
  file: File;
  kind: 'picture' | 'video';
  onRemove: () => void;
}

/** A chosen file: what it shows, its name and size. Its address lives as long as the tile. */
export function FileTile({ file, kind, onRemove }: FileTileProps) {
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
      <Words name={file.name} state={sizeWords(file)} />
      <IconButton
        label={`Remove ${file.name}`}
        size="sm"
        icon={<IconX size={16} aria-hidden />}
        onClick={onRemove}
      />
    </Tile>
  );
}

/** A picture on its way to being smaller; as high as its tile will be. */
export function ShrinkingTile({ name }: { name: string }) {
  return (
    <Tile>
      <span className={css['shown']} aria-hidden />
      <Words name={name} state="Making it smaller" role="status" />
    </Tile>
  );
}

const Tile = ({ children }: { children: ReactNode }) => <li className={css['tile']}>{children}</li>;

const Words = (props: { name: string; state: string; role?: 'status' }) => (
  <div className="column grow small" role={props.role}>
    <span className={css['name']}>{props.name}</span>
    <span className="quiet">{props.state}</span>
  </div>
);

/** "812 KB, was 4.2 MB" where the picture was made smaller. */
function sizeWords(file: File): string {
  const before = sizeBefore(file);
  const now = fileSize(file.size);
  return before === null ? now : `${now}, was ${fileSize(before)}`;
}

/** A size as it is read: "312 KB", "4.2 MB". */
const fileSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes(bytes)} MB`;
