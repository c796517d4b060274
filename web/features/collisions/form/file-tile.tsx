import { IconX } from '@tabler/icons-react';
import { useCallback } from 'react';
import { sizeBefore } from '#web/forms/pictures/smaller-picture.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import css from './file-choice.module.css';
import { fileSize } from './megabytes.ts';

export interface FileTileProps {
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
    <li className={css['tile']}>
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
      <span className={css['words']}>
        <span className={css['name']}>{file.name}</span>
        <span className={css['size']}>{sizeWords(file)}</span>
      </span>
      <IconButton
        label={`Remove ${file.name}`}
        size="sm"
        icon={<IconX size={16} aria-hidden />}
        onClick={onRemove}
      />
    </li>
  );
}

/** A picture on its way to being smaller; as high as its tile will be. */
export function ShrinkingTile({ name }: { name: string }) {
  return (
    <li className={css['tile']}>
      <span className={css['shown']} aria-hidden />
      <span className={css['words']} role="status">
        <span className={css['name']}>{name}</span>
        <span className={css['size']}>Making it smaller</span>
      </span>
    </li>
  );
}

/** "812 KB, was 4.2 MB" where the picture was made smaller. */
function sizeWords(file: File): string {
  const before = sizeBefore(file);
  const now = fileSize(file.size);
  return before === null ? now : `${now}, was ${fileSize(before)}`;
}
