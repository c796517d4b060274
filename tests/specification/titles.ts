import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const placeholder = '…';

/**
 * The titles of all tests as `folder/file: title`. The titles of the groups around a test stand
 * before its own, and `…` where a title is made of values.
 */
export function readTitles(): string[] {
  const files = globSync('**/*.{test,spec}.ts', { cwd: root }).toSorted();
  return files.flatMap((file) => {
    const name = file.replaceAll('\\', '/').replace(/\.(test|spec)\.ts$/, '');
    return titlesIn(readFileSync(`${root}/${file}`, 'utf8')).map((title) => `${name}: ${title}`);
  });
}

/** The titles of the tests in a source, in order. */
export function titlesIn(source: string): string[] {
  const titles: string[] = [];
  const walk = (node: ts.Node, groups: readonly string[]): void => {
    const { kind, title } = ts.isCallExpression(node) ? declared(node) : nothing;
    if (kind === 'test' && title !== null) titles.push([...groups, title].join(' '));
    const inside = kind === 'group' && title !== null ? [...groups, title] : groups;
    ts.forEachChild(node, (child) => walk(child, inside));
  };
  walk(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest), []);
  return titles;
}

interface Declared {
  kind: 'test' | 'group' | 'none';
  title: string | null;
}

const declaring = new Set(['test', 'describe', 'each', 'for']);
const nothing: Declared = { kind: 'none', title: null };

function declared({ expression, arguments: given }: ts.CallExpression): Declared {
  const words = wordsOf(expression);
  if (words.length === 0 || !words.every((word) => declaring.has(word))) return nothing;
  const kind = words.includes('describe') ? 'group' : 'test';
  return { kind, title: given[0] && given.length > 1 ? textOf(given[0]) : null };
}

/** `test.each([…])` as `test, each`. */
function wordsOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text];
  return ts.isCallExpression(node) ? wordsOf(node.expression) : [];
}

function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.templateSpans.reduce(
    (text, span) => text + placeholder + span.literal.text,
    node.head.text,
  );
}
