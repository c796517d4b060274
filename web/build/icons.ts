import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases: Readonly<Record<string, { readonly parent: string }>>;
}

const file = fileURLToPath(import.meta.resolve('@iconify-json/tabler/icons.json'));
const component = fileURLToPath(new URL('../ui/icon.tsx', import.meta.url));

/**
 * Makes `virtual:icon/<name>` a module of its own, with the icon of that name in Tabler's set as a
 * component. Fails the build for a name that the set doesn't have.
 */
export function tablerIcons(): Plugin {
  const { icons, aliases } = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  return {
    name: 'hanya-tabler-icons',
    resolveId: { filter: { id: /^virtual:icon\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:icon\// },
      handler(id) {
        const name = id.slice(id.indexOf('/') + 1);
        const { body } = icons[aliases[name]?.parent ?? name] ?? {};
        if (body === undefined) return this.error(`Tabler has no icon ${name}.`);
        const lines = Array.from(body.matchAll(/ d="([^"]+)"/g), ([, d]) => d);
        return {
          code: `import { icon } from ${JSON.stringify(component)};
export default /* @__PURE__ */ icon(${JSON.stringify(lines)});`,
          moduleSideEffects: false,
        };
      },
    },
  };
}
