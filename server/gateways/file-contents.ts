import { open } from 'node:fs/promises';
import { examineFile, type FileFound } from '#contract/file-kinds.ts';

/**
 * True of a whole PDF document, false of one whose end is missing, null of any other file. Some programs
 * write more after its end.
 */
export async function isWholePdf(path: string): Promise<boolean | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const textAt = async (from: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, from)).buffer.toString('latin1');
    if (!(await textAt(0, 5)).startsWith('%PDF-')) return null;
    return (await textAt(Math.max(size - 2_048, 0), 2_048)).includes('%%EOF');
  } finally {
    await file.close();
  }
}

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
