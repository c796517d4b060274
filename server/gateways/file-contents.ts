import { open } from 'node:fs/promises';
import { examineFile, type FileFound } from '#contract/file-kinds.ts';

/** Finds out what a file on the disk is, by its bytes. */
export async function examineAt(path: string): Promise<FileFound> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await examineFile({
      size,
      read: async (from, to) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}
