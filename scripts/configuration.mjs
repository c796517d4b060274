// Writes the tables of docs/configuration.md from the variables that the server reads; with --check
// it fails where the document says something else.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { meanings } from '../server/config/meanings.ts';
import { variables } from '../server/config/variables.ts';
import { root } from './lib/bootstrap.mjs';

const document = join(root, 'docs/configuration.md');
const [begin, end] = ['<!-- variables -->', '<!-- end of variables -->'];

const explained = Object.values(meanings).flatMap((group) => Object.keys(group));
const missing = Object.keys(variables.shape).filter((name) => !explained.includes(name));
if (missing.length > 0)
  throw new Error(`server/config/meanings.ts doesn't explain ${missing.join(', ')}.`);

const text = readFileSync(document, 'utf8');
const before = text.indexOf(begin);
const after = text.indexOf(end);
if (before < 0 || after < before) throw new Error(`docs/configuration.md needs ${begin}.`);
const written = `${text.slice(0, before)}${begin}\n\n${groups()}${text.slice(after)}`;

if (!process.argv.includes('--check')) writeFileSync(document, written);
else if (written !== text) {
  process.stdout.write('docs/configuration.md: run npm run generate -- configuration.\n');
  process.exitCode = 1;
}

function groups() {
  return Object.entries(meanings)
    .map(([title, group]) => `## ${title}\n\n${table(Object.entries(group).map(rowOf))}\n\n`)
    .join('');
}

function rowOf([name, { usual, meaning }]) {
  const standard = variables.shape[name].safeParse(undefined).data;
  const isShown = ['string', 'number'].includes(typeof standard) && standard !== '';
  return [`\`${name}\``, usual ?? (isShown ? `\`${standard}\`` : ''), meaning];
}

/** As the formatter sets it: each column as wide as its widest cell. */
function table(rows) {
  const head = ['variable', 'default', 'meaning'];
  const widths = head.map((title, at) => Math.max(...[head, ...rows].map((row) => row[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
