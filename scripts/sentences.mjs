// npm run generate -- sentences [number]: prints every sentence and label that the product says, with its file
// and line; with a number, so many of them by lot. A word of code may slip in, but nothing said is missing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Attributes and properties that nobody reads. */
const unsaid =
  /^(?:className|class|d|key|id|path|href|to|src|type|rel|viewBox|style|fill|stroke|pattern|autoComplete|inputMode|role|test|name|debugName|permission|method|sql|definition)$/;
/** Elements inside a sentence. */
const inline = /^(?:b|i|em|strong|span|Link|a|abbr|time|code)$/;
const sql =
  /^\(?\s*(?:SELECT|INSERT|UPDATE|DELETE|GRANT|REVOKE|ALTER|CREATE|DO|SET|WITH|extract|BEGIN)\b/;

function filesOfProduct() {
  const tracked = execFileSync('git', ['ls-files', 'contract', 'server', 'web'], {
    encoding: 'utf8',
  });
  return tracked.split('\n').filter((file) => /(?<!\.d)\.tsx?$/.test(file));
}

function byLot(all, number) {
  const left = [...all];
  return Array.from({ length: Math.min(number, left.length) }, () => {
    const [one] = left.splice(Math.floor(Math.random() * left.length), 1);
    return one;
  });
}

function sentencesOf(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found = [];
  visit(source);
  return found;

  function visit(node) {
    if (
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node) ||
      ts.isLiteralTypeNode(node) ||
      ts.isTaggedTemplateExpression(node)
    )
      return;
    const text = plain(
      ts.isJsxElement(node) || ts.isJsxFragment(node) ? wordsInside(node) : wordsOf(node),
    );
    if (isSaid(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}\t${text}`);
    }
    ts.forEachChild(node, visit);
  }
}

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();

const isSaid = (text) =>
  !sql.test(text) && (/^[A-Z][a-z]+/.test(text) || /[a-z]{2,}[,;:]? [a-z]{2,}.*[.?:!]/.test(text));

/** What an element says itself, with … for what it fills in; '' where only its children say something. */
function wordsInside(element) {
  const says = element.children.some((child) => ts.isJsxText(child) && /[A-Za-z]/.test(child.text));
  return says ? element.children.map(partOf).join('') : '';
}

function partOf(child) {
  if (ts.isJsxText(child)) return child.text;
  if (ts.isJsxExpression(child))
    return child.expression && ts.isStringLiteral(child.expression) ? child.expression.text : '…';
  if (ts.isJsxElement(child) && inline.test(child.openingElement.tagName.getText()))
    return child.children.map(partOf).join('');
  return ' ';
}

/** What a text of the code says; '' where it names something. */
function wordsOf(node) {
  if (ts.isStringLiteralLike(node)) return isName(node) ? '' : node.text;
  if (!ts.isTemplateExpression(node) || isName(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function isName(node) {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent))
    return parent.name === node || unsaid.test(parent.name.getText());
  return ts.isJsxAttribute(parent) && unsaid.test(parent.name.getText());
}

const [lot] = process.argv.slice(2);
const said = filesOfProduct().flatMap(sentencesOf);
process.stdout.write(`${(lot === undefined ? said : byLot(said, Number(lot))).join('\n')}\n`);
