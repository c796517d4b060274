import path from 'node:path';
import ts from 'typescript';
import { build, type BuildEnvironmentOptions, type Plugin, type Rolldown } from 'vite';
import { oldestBrowsers } from '../early/oldest-browsers.ts';
import { web } from './manifest.ts';

/** Whom scripts and sheets are written for; Samsung Internet is of Chrome's engine. */
export const buildTargets: string[] = [
  `chrome${oldestBrowsers.chrome}`,
  `edge${oldestBrowsers.chrome}`,
  `firefox${oldestBrowsers.firefox}`,
  `safari${oldestBrowsers.safari}`,
  `ios${oldestBrowsers.safari}`,
];

/** Builds the two scripts that the page runs before everything else. */
export function earlyScripts(): Plugin {
  return {
    name: 'hanya-early-scripts',
    apply: 'build',
    async generateBundle() {
      const sources = {
        'browsers.js': inOldWords(await scriptOf('early/browsers.ts', { minify: false })),
        'early.js': await scriptOf('early/early.ts'),
      };
      for (const [fileName, source] of Object.entries(sources))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

async function scriptOf(module: string, options: BuildEnvironmentOptions = {}): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTargets,
      modulePreload: false,
      ...options,
      rolldownOptions: { input: path.join(web, module), output: { format: 'iife' } },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

/** A script for browsers that the build itself knows nothing of any more. */
function inOldWords(script: string): string {
  const { outputText } = ts.transpileModule(script, {
    compilerOptions: {
      // oxlint-disable-next-line typescript/no-deprecated -- it is for browsers that know nothing else
      target: ts.ScriptTarget.ES5,
      ignoreDeprecations: '6.0',
      removeComments: true,
    },
  });
  return outputText;
}
