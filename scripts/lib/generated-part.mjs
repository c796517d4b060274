import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/**
 * Writes a document's part between `<!-- name -->` and `<!-- end of name -->` anew; with --check it
 * fails where the document says something else.
 */
export function writePart(file, name, part, generate) {
  const document = join(root, file);
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(document, 'utf8');
  const before = text.indexOf(begin);
  const after = text.indexOf(end);
  if (before < 0 || after < before) throw new Error(`${file} needs ${begin}.`);
  const written = `${text.slice(0, before)}${begin}\n\n${part}${text.slice(after)}`;
  if (!process.argv.includes('--check')) writeFileSync(document, written);
  else if (written !== text) {
    process.stdout.write(`${file}: run npm run generate -- ${generate}.\n`);
    process.exitCode = 1;
  }
}

/** As the formatter sets it: each column as wide as its widest cell. */
export function table(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
