import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The files below a folder that hold one of the words, or bytes, also where gunzip finds them. */
export function findWords(folder: string, words: Readonly<Record<string, string | Buffer>>) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap((path) => {
    const content = readFileSync(path);
    const looked = [Buffer.from(path), content, unpacked(content)];
    return Object.keys(words).filter((name) =>
      looked.some((bytes) => bytes.includes(words[name] ?? '')),
    );
  });
}

function unpacked(content: Buffer): Buffer {
  try {
    return gunzipSync(content);
  } catch {
    return Buffer.alloc(0);
  }
}
