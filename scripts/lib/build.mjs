import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, sayingHowFar } from './bootstrap.mjs';
import { runQuietly } from './processes.mjs';

/** What the built screens depend on. */
const sources = [
  'web',
  'contract',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/precompress.mjs',
];
const stamp = join(root, 'dist', 'web.built-from');
/** Names the packages whose modules the screens hold. */
export const packagesInside = join(root, 'dist', 'web.packages.json');

/** Builds the web app unless it is built from exactly these sources. */
export async function build(node, { always = false } = {}) {
  const from = fingerprint();
  const built = [stamp, packagesInside, join(root, 'dist', 'web', 'index.html')].every((file) =>
    existsSync(file),
  );
  if (!always && built && readFileSync(stamp, 'utf8') === from)
    return { ok: true, seconds: 0, output: '' };
  process.stdout.write('Building the web app…\n');
  rmSync(stamp, { force: true });
  const began = performance.now();
  const bundled = await sayingHowFar(
    () => 'Building: the screens are put together',
    () =>
      runQuietly(node, [command('vite'), 'build', '--logLevel', 'warn'], {
        env: { NODE_ENV: 'production' },
      }),
  );
  const result = bundled.ok
    ? await sayingHowFar(
        () => 'Building: the screens are compressed',
        () => runQuietly(node, ['scripts/precompress.mjs', join('dist', 'web')]),
      )
    : bundled;
  if (result.ok) writeFileSync(stamp, from);
  else process.stderr.write(`${result.output}\nThe web app couldn't be built.\n`);
  return { ...result, seconds: (performance.now() - began) / 1_000 };
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) add(hash, source);
  return hash.digest('hex');
}

function add(hash, path) {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readdirSync(full).sort()) add(hash, `${path}/${name}`);
  } else if (stats) {
    hash.update(`${path}\0${stats.size}\0`).update(readFileSync(full));
  }
}
