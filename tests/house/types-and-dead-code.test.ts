import { expect, test } from 'vitest';
import { plant, type Verdict } from './planted-house.ts';

const plain = 'export const plain = 1;\n';
const clean = {
  'contract/plain.ts': plain,
  'server/main.ts': `import { plain } from '#contract/plain.ts';\n\nvoid plain;\n`,
  'web/main.tsx': `import { plain } from '#contract/plain.ts';\n\nvoid plain;\n`,
  'tests/tsconfig.json': '{ "extends": "../tsconfig.base.json", "files": [] }\n',
};

async function verdictOn(
  planted: Record<string, string>,
  tool: string,
  ...args: string[]
): Promise<Verdict> {
  const house = plant({ ...clean, ...planted });
  try {
    return await house.run(tool, ...args);
  } finally {
    house.remove();
  }
}

const parts = ['-b', 'contract', 'server', 'web'];

test('a house in order compiles', async () => {
  expect(await verdictOn({}, 'tsc', ...parts)).toEqual({ code: 0, said: '' });
});

test.each([
  ['the contract knows no browser', 'contract/plain.ts', `${plain}void document;\n`],
  ['the contract knows no Node', 'contract/plain.ts', `${plain}void process;\n`],
  ['the server knows no browser', 'server/main.ts', 'void document;\n'],
  ['the browser knows no Node', 'web/main.tsx', 'void process;\n'],
  ['the browser reads no server file', 'web/main.tsx', `import '#server/main.ts';\n`],
  [
    'an index may find nothing',
    'server/main.ts',
    'const few: string[] = [];\nexport const first: string = few[0];\n',
  ],
])('%s: types', async (_rule, file, content) => {
  const { code, said } = await verdictOn({ [file]: content }, 'tsc', ...parts);
  expect({ code: code > 0, named: said.includes(file) }).toEqual({ code: true, named: true });
});

test.each([
  ['any is refused', 'export const loose = (value: any): unknown => value;\n', 'no-explicit-any'],
  ['a forgotten promise is refused', 'Promise.resolve(1);\n', 'no-floating-promises'],
  ['a file that makes one scroll is refused', 'void 0;\n'.repeat(221), 'max-lines'],
])('%s: lint', async (_rule, content, name) => {
  const { code, said } = await verdictOn({ 'server/main.ts': content }, 'eslint', 'server/main.ts');
  expect({ code, named: said.includes(name) }).toEqual({ code: 1, named: true });
});

test('what nobody uses is found', async () => {
  const unused = { 'contract/plain.ts': `${plain}export const forgotten = 2;\n` };
  const { code, said } = await verdictOn(unused, 'knip', '--include', 'exports,files');
  expect({ code, named: said.includes('forgotten') }).toEqual({ code: 1, named: true });
});
