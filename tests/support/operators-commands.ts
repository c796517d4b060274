import { readFileSync } from 'node:fs';

/** An operator types these: the blocks of `sh` under a heading of docs/operations.md, in order. */
export function commandsUnder(heading: string): string[] {
  const text = readFileSync('docs/operations.md', 'utf8');
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/^#{2,3} /m);
  return [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
