import type { Plugin } from 'vite';

const standIn = '?never-called';
const refusing = "() => { throw new Error('Only the server writes JSON schemas.'); }";
/** What a schema asks about its own checks lies in one of these modules too. */
const called = 'aggregateChecks';

/**
 * Leaves out of the screens what writes a schema of zod as JSON schema, as only the server does: every
 * schema leads to it, so the build can't see that nobody calls it.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'hanya-without-json-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(?:to-json-schema|json-schema-processors)\.js$/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found && !importer?.endsWith(standIn) ? found.id + standIn : found;
      },
    },
    load: {
      filter: { id: /\?never-called$/ },
      async handler(id) {
        const module = id.slice(0, -standIn.length);
        const names = Object.keys((await import(module)) as object);
        return names
          .map((name) => {
            if (name === called) return `export { ${called} } from ${JSON.stringify(module)};`;
            // Schemas ask for these methods, though nobody calls them.
            const maker = name.startsWith('create') ? '() => ' : '';
            return `const _${name} = ${maker}${refusing}; export { _${name} as ${name} };`;
          })
          .join('\n');
      },
    },
  };
}
