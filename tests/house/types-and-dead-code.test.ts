// @module-tag night
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plant, type PlantedHouse, type ToolResult } from './planted-house.ts';

const plain = 'export const plain = 1;\n';
const clean = {
  'contract/plain.ts': plain,
  'server/main.ts': `import { plain } from '#contract/plain.ts';\n\nvoid plain;\n`,
  'web/main.tsx': `import { plain } from '#contract/plain.ts';\n\nvoid plain;\n`,
  'tests/tsconfig.json': '{ "extends": "../tsconfig.base.json", "files": [] }\n',
};

let house: PlantedHouse | undefined;
afterAll(() => house?.remove());

async function verdictOn(
  planted: Record<string, string>,
  tool: string,
  ...args: string[]
): Promise<ToolResult> {
  house?.remove();
  house = plant({ ...clean, ...planted });
  return house.run(tool, ...args);
}

/** The rules that the linter says a file breaks. */
function namedIn({ said }: ToolResult, file: string): string[] {
  const { diagnostics } = JSON.parse(said) as { diagnostics: { filename: string; code: string }[] };
  return diagnostics.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code);
}

const types = ['--type-check', 'contract', 'server', 'web'];

test('a house in order compiles', async () => {
  expect(await verdictOn({}, 'oxlint', ...types)).toMatchObject({ code: 0 });
});

/** Every violation is planted in a file of its own, and a single run of the tool must name each. */
describe('the compiler refuses', () => {
  const trespasses = {
    'a contract that knows a browser': ['contract/document.ts', 'void document;\n'],
    'a contract that knows Node': ['contract/process.ts', 'void process;\n'],
    'a server that knows a browser': ['server/document.ts', 'void document;\n'],
    'a browser that knows Node': ['web/process.ts', 'void process;\n'],
    'a browser that reads a file of the server': ['web/server.ts', `import '#server/main.ts';\n`],
    'an index taken for found': [
      'server/index.ts',
      'const few: string[] = [];\nexport const first: string = few[0];\n',
    ],
  } as const;
  let verdict: ToolResult;
  beforeAll(async () => {
    const planted = Object.fromEntries(Object.values(trespasses));
    verdict = await verdictOn(planted, 'oxlint', '--format', 'json', ...types);
  });

  test.each(Object.entries(trespasses))('%s', (_what, [file]) => {
    expect(verdict.code).toBe(1);
    expect(namedIn(verdict, file)).toContainEqual(expect.stringMatching(/^typescript\(TS\d+\)$/));
  });
});

describe('the linter refuses', () => {
  const trespasses = {
    any: ['server/loose.ts', 'export const loose = (value: any): unknown => value;\n'],
    'a forgotten promise': ['server/forgotten.ts', 'Promise.resolve(1);\n'],
    'an object spread into another': [
      'server/spread.ts',
      'export const two = { ...{ a: 1 }, b: 2 };\n',
    ],
  } as const;
  const rules = [
    'typescript(no-explicit-any)',
    'typescript(no-floating-promises)',
    'unicorn(no-useless-spread)',
  ];
  let verdict: ToolResult;
  beforeAll(async () => {
    const planted = Object.fromEntries(Object.values(trespasses));
    verdict = await verdictOn(planted, 'oxlint', '--format', 'json', 'server');
  });

  test.each(Object.entries(trespasses).map(([what, [file]], at) => [what, file, rules[at]]))(
    '%s',
    (_what, file = '', rule = '') => {
      expect(verdict.code).toBe(1);
      expect(namedIn(verdict, file)).toEqual([rule]);
    },
  );
});

test.each(['fetch("/api")', 'window.fetch("/api")', 'new XMLHttpRequest()'])(
  'the server is asked in one way only, not by %s',
  async (asking) => {
    const planted = { 'web/main.tsx': `void ${asking};\n` };
    const { code, said } = await verdictOn(planted, 'oxlint', 'web/main.tsx');
    expect({ code, named: said.includes('web/api/call.ts') }).toEqual({ code: 1, named: true });
  },
);

test('what nobody uses is found', async () => {
  const unused = { 'contract/plain.ts': `${plain}export const forgotten = 2;\n` };
  const { code, said } = await verdictOn(unused, 'knip', '--include', 'exports,files');
  expect({ code, named: said.includes('forgotten') }).toEqual({ code: 1, named: true });
});
