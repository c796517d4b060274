import { takenOf } from '#contract/exif.ts';
import { examineFile, unreadablePicture, whyNotKept, whyNotWhole } from '#contract/file-kinds.ts';
import { bytesOf, noteOriginal } from '#web/device/files/chosen-files.ts';
import { smallerPicture } from './smaller-picture.ts';

/** A chosen file that the server will take, else why not, naming the file. */
export type ReadyFile = { file: File; wrong: null } | { file: null; wrong: string };

const refuse = (wrong: string): ReadyFile => ({ file: null, wrong });

/**
 * Holds a chosen file to the rule of the server, and makes a picture smaller. A picture in a format
 * that is not kept becomes a JPEG where this browser can read it.
 */
export async function readyFile(file: File, kind: 'picture' | 'video'): Promise<ReadyFile> {
  try {
    const { name, size } = file;
    const found = await examineFile(bytesOf(file));
    const why = whyNotKept(name, found, size, kind);
    if (kind === 'video') return why === null ? { file, wrong: null } : refuse(why);
    const notWhole = whyNotWhole(name, found, size, kind);
    if (notWhole !== null) return refuse(notWhole);
    const taken = await takenOf(bytesOf(file));
    const smaller = await smallerPicture(file);
    if (smaller === 'undecodable') return refuse(why ?? unreadablePicture(name));
    const isSmaller = smaller !== null && smaller.size < size;
    if (why !== null && smaller === null) return refuse(why);
    const ready = smaller !== null && (isSmaller || why !== null) ? smaller : file;
    noteOriginal(ready, { before: ready === file ? null : size, taken });
    return { file: ready, wrong: null };
  } catch {
    return refuse(`${file.name} can’t be read any more. Choose it again.`);
  }
}
