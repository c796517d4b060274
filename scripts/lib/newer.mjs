// What a script uses and browsers of some versions lack, by MDN's tables of compatibility.
import { transform } from 'lightningcss';
import { parseAst } from 'vite';

/** Objects that every script has, by the interface that they are of. */
const known = {
  document: 'Document',
  navigator: 'Navigator',
  'navigator.clipboard': 'Clipboard',
  'navigator.locks': 'LockManager',
  'navigator.mediaDevices': 'MediaDevices',
  'navigator.serviceWorker': 'ServiceWorkerContainer',
  'navigator.storage': 'StorageManager',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  indexedDB: 'IDBFactory',
  crypto: 'Crypto',
  'crypto.subtle': 'SubtleCrypto',
  caches: 'CacheStorage',
  history: 'History',
  location: 'Location',
  performance: 'Performance',
  screen: 'Screen',
};
/** Interfaces whose methods count by their name alone, on whatever they are called. */
const common = new Set([
  'AbortSignal',
  'Blob',
  'CanvasRenderingContext2D',
  'DOMTokenList',
  'Document',
  'Element',
  'Event',
  'EventTarget',
  'File',
  'FormData',
  'HTMLDialogElement',
  'HTMLElement',
  'Headers',
  'HTMLFormElement',
  'HTMLInputElement',
  'HTMLVideoElement',
  'IDBDatabase',
  'IDBObjectStore',
  'IDBTransaction',
  'Node',
  'Range',
  'ReadableStream',
  'Request',
  'Response',
  'Selection',
  'ServiceWorkerRegistration',
  'URLSearchParams',
  'Worker',
]);
/** What lists and strings have too, so that only its receiver tells that an iterator is meant. */
const ofIterators = new Set([
  'drop',
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
  'take',
  'toArray',
]);
const iterators = new Set(['entries', 'keys', 'matchAll', 'values']);

/**
 * What these browsers lack. `tables` is the data of `@mdn/browser-compat-data`, `oldest` a version for each
 * browser by MDN's name of it, such as `{ chrome: '109', safari_ios: '16.4' }`.
 */
export function whatBrowsersLack({ javascript, api }, oldest) {
  const globals = new Set();
  const members = new Set();
  const methods = new Map();
  for (const group of [javascript.builtins, api]) {
    for (const [name, { __compat, ...held }] of Object.entries(group)) {
      if (__compat && isNewer(__compat, oldest)) globals.add(name);
      for (const [key, entry] of Object.entries(held)) {
        if (!entry.__compat || key.endsWith('_event')) continue;
        const isMissing = isNewer(entry.__compat, oldest);
        const member = key.replace(/_static$/, '');
        if (isMissing) members.add(`${name}.${member}`);
        if (!key.endsWith('_static') && (group !== api || common.has(name)))
          methods.set(member, isMissing && (methods.get(member) ?? true));
      }
    }
  }
  return { globals, members, methods };
}

function isNewer({ support }, oldest) {
  return Object.entries(oldest).some(([browser, version]) => {
    const all = [support[browser] ?? []].flat();
    return all.length > 0 && !all.some((one) => holdsIn(one, version));
  });
}

function holdsIn({ version_added: added, version_removed: removed, flags, prefix }, version) {
  if (typeof added !== 'string' || added === 'preview' || flags || prefix) return false;
  return !isAfter(added, version) && (typeof removed !== 'string' || isAfter(removed, version));
}

function isAfter(one, other) {
  const [a, b] = [one, other].map((text) => text.replace('≤', '').split('.').map(Number));
  return a[0] === b[0] ? (a[1] ?? 0) > (b[1] ?? 0) : a[0] > b[0];
}

/**
 * The names of what this script uses and the browsers lack: `Promise.try`, `CloseWatcher`, and of what is
 * called on something unknown `.union()`.
 */
export function usesIn(script, { globals, members, methods }) {
  const found = new Set();
  const look = (node, parent, key, outer) => {
    const { type } = node;
    const made = type.includes('Function') ? Object.create(outer) : outer;
    for (const { name } of node.params ?? []) made[name] = undefined;
    if (type === 'VariableDeclarator') made[node.id.name] = madeBy(node.init);
    if (type === 'MemberExpression') {
      const name = memberOf(node);
      const owner = nameOf(node.object);
      const of = madeBy(node.object) ?? made[owner] ?? known[owner] ?? owner;
      const full = `${of}.${name}`;
      // A class that is lacking is told itself.
      if (members.has(full) && !globals.has(of)) found.add(full);
      else if (isCalled(node, parent, key) && name !== undefined) {
        const isOfIterator = ofIterators.has(name);
        if (isOfIterator ? isIterator(node.object) : methods.get(name)) found.add(`.${name}()`);
      }
    }
    if (type === 'Identifier' && globals.has(node.name) && !isName(parent, key))
      found.add(node.name);
    if (type === 'Literal' && node.regex && isNewerPattern(node.regex)) found.add(node.raw);
    for (const [name, held] of Object.entries(node))
      for (const one of [held].flat())
        if (typeof one?.type === 'string') look(one, node, name, made);
  };
  look(parseAst(script), null, '', Object.create(null));
  return [...found];
}

/** The class that `new` makes one of. */
const madeBy = (node) => (node?.type === 'NewExpression' ? node.callee.name : undefined);

const memberOf = ({ computed, property }) => (computed ? property.value : property.name);

/** As it is written: `navigator.storage`. */
function nameOf(node) {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression'
    ? `${nameOf(node.object)}.${memberOf(node)}`.replace(/^(?:window|globalThis|self)\./, '')
    : '';
}

const isCalled = (node, parent, key) => parent?.type === 'CallExpression' && key === 'callee';

const isIterator = (node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  iterators.has(memberOf(node.callee)) &&
  nameOf(node.callee.object) !== 'Object';

/** True if it names a member or a key, and nothing that is there for all. */
const isName = (parent, key) =>
  (parent.type === 'MemberExpression' && key === 'property' && !parent.computed) ||
  (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type) &&
    key === 'key' &&
    !parent.computed);

/** Flags and groups that an expression may have since 2023. */
const isNewerPattern = ({ pattern, flags }) => flags.includes('v') || /\(\?[a-z-]+:/.test(pattern);

/** The same of a sheet: its rules, selectors and functions. Properties that are unknown do no harm. */
export function sheetUsesIn(sheet, { css }, oldest) {
  const found = new Set();
  const note = (entry, name) => {
    if (entry?.__compat && isNewer(entry.__compat, oldest)) found.add(name);
  };
  const visitor = {
    Selector: (parts) => {
      for (const { type, kind } of parts)
        if (type.startsWith('pseudo-')) note(css.selectors[kind], `:${kind}`);
    },
    Rule: ({ type }) => note(css['at-rules'][type], `@${type}`),
    Function: ({ name }) => note(css.types[name] ?? css.types.color[name], `${name}()`),
  };
  transform({ filename: 'sheet.css', code: Buffer.from(sheet), visitor });
  return [...found];
}
