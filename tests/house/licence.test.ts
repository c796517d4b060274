import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApi } from '#server/http/openapi.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = z
  .object({ license: z.string(), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** Of https://www.apache.org/licenses/LICENSE-2.0.txt, by the name that SPDX gives it. */
const known: Readonly<Record<string, string>> = {
  cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30: 'Apache-2.0',
};
const name = known[createHash('sha256').update(read('LICENSE')).digest('hex')];

test('the licence is one, word for word, and everything names it', () => {
  expect(manifest.license).toBe(name);
  expect(openApi({}).info.license).toEqual({ name, url: `https://spdx.org/licenses/${name}.html` });
  expect(read('README.md')).toContain(`\n${name}: [LICENSE](LICENSE), [NOTICE](NOTICE).`);
  expect(read('NOTICE')).toMatch(/^Hanya\nCopyright \d{4} the Hanya authors\n$/);
});

test('a release and an image carry the licence and the notice', () => {
  for (const file of ['scripts/release.mjs', 'deploy/Dockerfile'])
    expect(read(file)).toMatch(/LICENSE'?,? '?NOTICE/);
  expect(read('deploy/Dockerfile.dockerignore')).toMatch(/^!LICENSE\n!NOTICE$/m);
});
