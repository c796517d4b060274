// node scripts/precompress.mjs <folder>: writes each file as brotli and gzip beside itself, as small as they get.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Fonts and pictures are compressed already; index.html is written anew for each answer. */
const text = /\.(?:js|mjs|css|svg|json|webmanifest)$/;

/** Below this many bytes an answer fits into one packet anyway. */
const least = 1_000;

const [folder] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && text.test(entry.name) && !entry.parentPath.includes('.vite'))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(
  files.map(async (file) => {
    const content = await readFile(file);
    if (content.length < least) return;
    const quality = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await Promise.all([
      brotli(content, { params: quality }).then((small) => writeFile(`${file}.br`, small)),
      zip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
    ]);
  }),
);
