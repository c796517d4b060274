import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));

/** The file of the build that begins with a module of web, such as `unpaid-with-map-Bx3k9kQz.js`. */
export function builtFile(module: string): string {
  const text = readFileSync('dist/web/.vite/manifest.json', 'utf8');
  const built = manifestSchema.parse(JSON.parse(text))[module];
  if (!built) throw new Error(`The build has no file of its own for ${module}.`);
  return built.file.replace('assets/', '');
}
