import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

const rulesOfTheHouse = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts/fences/rules.cjs',
  'scripts/fences/run-time-rules.cjs',
  'oxlint.config.ts',
  'contract/tsconfig.json',
  'server/tsconfig.json',
  'web/tsconfig.json',
];

export interface ToolResult {
  readonly code: number;
  readonly said: string;
}

export interface PlantedHouse {
  /** Runs one of the house's own tools in it. */
  run(tool: string, ...args: string[]): Promise<ToolResult>;
  remove(): void;
}

/** An empty house under the same rules, holding only the files planted in it. */
export function plant(files: Readonly<Record<string, string>>): PlantedHouse {
  const folder = temporaryFolder();
  for (const file of rulesOfTheHouse) cpSync(path.join(root, file), path.join(folder, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return {
    run: (tool, ...args) => run(folder, tool, args),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(cwd: string, tool: string, args: string[]): Promise<ToolResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
  const child = spawn(path.join(root, 'node_modules/.bin', tool), args, {
    cwd,
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', reject);
  child.on('close', (code) => {
    resolve({ code: code ?? 1, said });
  });
  return promise;
}
