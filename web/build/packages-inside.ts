import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { web } from './manifest.ts';

const root = path.join(web, '..');
/** Beside the built screens, which a browser fetches: it doesn't fetch this. */
const file = path.join(root, 'dist', 'web.packages.json');

/** Made of a package at the build, and no module of it: see `icons.ts` and `smaller-picture.ts`. */
const madeOf = ['node_modules/@iconify-json/tabler'];

/** Writes down the packages whose modules the screens hold, for the papers of a release. */
export function packagesInside(): Plugin {
  return {
    name: 'hanya-packages-inside',
    apply: 'build',
    async writeBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? part.moduleIds : [],
      );
      const places = modules.flatMap((id) => {
        const within = path.relative(root, id.replace(/^\0/, '').replace(/[?#].*$/, ''));
        return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(within)?.[0] ?? [];
      });
      const inside = [...new Set([...places, ...madeOf])].sort();
      await writeFile(file, `${JSON.stringify(inside, null, 2)}\n`);
    },
  };
}
