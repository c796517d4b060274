import { readFileSync } from 'node:fs';

/** What an operator types, by a heading of docs/operations.md: its blocks of `sh`, one after another. */
export function commandsUnder(heading: string): string[] {
  const text = readFileSync('docs/operations.md', 'utf8');
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/^#{2,3} /m);
  return [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
