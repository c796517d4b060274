import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { root } from './bootstrap.mjs';

/** Copies exactly what the image is built from: what its ignore file lets in of the checkout. */
export function copyImageContext(folder) {
  const lines = readFileSync(join(root, 'deploy', 'Dockerfile.dockerignore'), 'utf8').trim();
  const [all, ...rules] = lines.split('\n');
  const isLetIn = (rule) => rule.startsWith('!');
  const leftOut = rules.filter((rule) => !isLetIn(rule));
  // Only these forms are read here: a builder knows more.
  if (all !== '*' || leftOut.some((rule) => !/^\*\*\/[^/]+$/.test(rule)))
    throw new Error('deploy/Dockerfile.dockerignore has a line that is not understood here.');
  const names = leftOut.map((rule) => rule.slice('**/'.length));
  const filter = (path) => !names.some((name) => matchesGlob(basename(path), name));
  for (const pattern of rules.filter(isLetIn))
    for (const path of globSync(pattern.slice(1), { cwd: root }))
      cpSync(join(root, path), join(folder, path), { recursive: true, filter });
}
