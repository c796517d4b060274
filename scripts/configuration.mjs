// Writes the tables of docs/configuration.md from the variables that the server reads; with --check
// it fails where the document says something else.
import { meanings } from '../server/config/meanings.ts';
import { variables } from '../server/config/variables.ts';
import { table, writePart } from './lib/generated-part.mjs';

const explained = Object.values(meanings).flatMap((group) => Object.keys(group));
const missing = Object.keys(variables.shape).filter((name) => !explained.includes(name));
if (missing.length > 0)
  throw new Error(`server/config/meanings.ts doesn't explain ${missing.join(', ')}.`);

writePart('docs/configuration.md', 'variables', groups(), 'configuration');

function groups() {
  const head = ['variable', 'default', 'meaning'];
  return Object.entries(meanings)
    .map(([title, group]) => `## ${title}\n\n${table(head, Object.entries(group).map(rowOf))}\n\n`)
    .join('');
}

function rowOf([name, { usual, meaning }]) {
  const standard = variables.shape[name].safeParse(undefined).data;
  const isShown = ['string', 'number'].includes(typeof standard) && standard !== '';
  return [`\`${name}\``, usual ?? (isShown ? `\`${standard}\`` : ''), meaning];
}
