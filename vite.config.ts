import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildTargets, earlyScripts } from './web/build/early.ts';
import { tablerIcons } from './web/build/icons.ts';
import { serviceWorker } from './web/build/service-worker.ts';
import { cssVariables, theme } from './web/ui/theme/theme.ts';

const apiHost = process.env['API_URL'] ?? 'http://127.0.0.1:4400';

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Fills, on the development server only, the two places that the real server fills per response. */
function developmentSettings(): Plugin {
  const settings = {
    authorityName: 'Kaduna State Traffic Authority',
    guest: true,
    demo: true,
    mapStyleUrl: process.env['MAP_STYLE_URL'] ?? 'https://tiles.openfreemap.org/styles/dark',
    serviceWorker: false,
  };
  return {
    name: 'hanya-development-settings',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll(/<script src="\/(?:browsers|early)\.js"><\/script>/g, '')
        .replace('__CSP_NONCE__', 'development')
        .replace('__HANYA_SETTINGS__', escapeAttribute(JSON.stringify(settings))),
  };
}

/**
 * Writes Mantine's variables into their sheet, as MantineProvider would write them into the page, but for
 * the colours that Mantine brings and our theme doesn't name.
 */
function themeVariables(): Plugin {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  for (const name of Object.keys(merged.colors))
    if (!(name in (theme.colors ?? {}))) Reflect.deleteProperty(merged.colors, name);
  const byMantine = defaultCssVariablesResolver(merged);
  const ours = cssVariables(merged);
  const all = {
    variables: { ...byMantine.variables, ...ours.variables },
    light: { ...byMantine.light, ...ours.light },
    dark: { ...byMantine.dark, ...ours.dark },
  };
  return {
    name: 'hanya-theme-variables',
    enforce: 'pre',
    transform: {
      filter: { id: /ui\/theme\/variables\.css$/ },
      handler: () => convertCssVariables(all, ':root'),
    },
  };
}

/** The name of a chunk or file without its ending; of a shared one, without all who share it. */
function shortName(name: string): string {
  const plain = name.replace(/\.[^.]*$/, '');
  return plain.split('~')[0] ?? plain;
}

/**
 * Leaves out of the screens what writes a schema of zod as JSON schema, as only the server does: every
 * schema leads to it, so the build can't see that nobody calls it.
 */
function withoutJsonSchemas(): Plugin {
  const refusing = "() => { throw new Error('Only the server writes JSON schemas.'); }";
  return {
    name: 'hanya-without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
      handler(code, id) {
        // What comes before the first processor sums up the checks of a schema, for the schema itself.
        const from = id.endsWith('/to-json-schema.js')
          ? 0
          : code.search(/^export const \w+Processor/m);
        const left = code.slice(from).matchAll(/^export (?:const|function) (create)?(\w+)/gm);
        return [
          code.slice(0, from).replace(/^import .*to-json-schema.*$/m, ''),
          ...[...left].map(
            ([, maker = '', name = '']) =>
              `export const ${maker}${name} = ${maker && '() => '}${refusing};`,
          ),
        ].join('\n');
      },
    },
  };
}

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tablerIcons(),
    themeVariables(),
    developmentSettings(),
    withoutJsonSchemas(),
    earlyScripts(),
    serviceWorker(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/files', '/sandbox', '/papers', '/t/'].map((path) => [path, apiHost]),
    ),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: buildTargets,
    sourcemap: false,
    manifest: true,
    // The policy allows fonts, scripts and pictures of our own host only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every start needs these files: compiled whole on another thread while they arrive (decision 40).
        postBanner: ({ name }) =>
          /^(?:react|zod|index|frame|overlays)$/.test(name) ? '//# allFunctionsCalledOnLoad' : '',
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '')}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // Together, so that zod is set up before any schema, whichever file is read first.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|zod-jitless/, priority: 4 },
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 3,
            },
            // Few files rather than small ones: far from the mast every further file costs a phone
            // a round trip. First what the sign-in page begins with, then what screens share, by
            // which of them do.
            { name: 'start', tags: ['$initial'], priority: 2 },
            // The half of the contract's schemas that every start needs: early.js runs them while the frame is
            // still on its way.
            {
              name: 'schemas',
              test: /contract[\\/](?:answers|booking-fields|booking-filters|bookings|capture|endpoint|list-filters|offences|people|places|sentences|text)\.ts$/,
              priority: 1.95,
            },
            {
              name: 'frame',
              test: new RegExp(
                [
                  String.raw`web[\\/]app[\\/](?:application|layout)\.tsx$`,
                  // What lists need of the hooks that overlays need too.
                  String.raw`use-(?:clipboard|debounced-callback|element-size|media-query|resize-observer)\.mjs$`,
                  // So small that it would be merged with what few screens need.
                  String.raw`web[\\/](?:format[\\/]use-relative-time|device[\\/](?:shown-organisation|use-position)|records[\\/](?:bookings-path|dossier-address))\.ts$`,
                  // One sheet for all screens; those of forms, open records and the map come with them.
                  String.raw`web[\\/](?!forms|features[\\/]map|features[\\/].*[\\/](?:form|detail)[\\/]).*\.module\.css$`,
                ].join('|'),
              ),
              priority: 1.9,
            },
            { name: 'overlays', test: /web[\\/]ui[\\/]overlay[\\/]overlays\.ts$/, priority: 1.8 },
            {
              name: 'parts',
              // Without what a phone keeps of plates: no screen begins with it.
              test: /web[\\/](?:ui|records(?![\\/]known)|format|lists|live|api|device(?![\\/]sealed))[\\/]/,
              minShareCount: 8,
              priority: 1.75,
            },
            // What the dashboard shares with lists and reports, so small that it would be merged with what
            // neither needs.
            {
              name: 'records',
              test: /web[\\/].*[\\/](?:late-map|icon-tile|late-booking-detail|booking-columns|booking-words|chart-head|exception-calls|head-select|waiting)\.tsx?$|contract[\\/]day-range\.ts$/,
              minShareCount: 2,
              priority: 1.74,
            },
            // Alone it is so small that it would be merged with the forms, which pages with tabs don't need.
            { name: 'tabs', test: /web[\\/]lists[\\/]link-tabs\.tsx$/, priority: 1.73 },
            { name: 'icons', test: /virtual:icon/, minShareCount: 2, priority: 1.72 },
            { name: 'lists', test: /web[\\/]lists[\\/](?:record|local)-list\.tsx$/, priority: 1.7 },
            // What forms share, with each other and with screens that need a part of it.
            {
              name: 'fields',
              test: /web[\\/](?:ui[\\/]fields[\\/]|forms[\\/](?:form-errors|refusal))|@mantine[\\/]form/,
              minShareCount: 2,
              priority: 1.65,
            },
            {
              name: 'late',
              // With what gives every record its id.
              test: /contract[\\/](?:late-records|new-collisions|coming-files|upload-limits)\.ts$|node_modules[\\/]ulid[\\/]/,
              priority: 1.645,
            },
            // What hashes files: bookings have none.
            {
              name: 'announce',
              test: /web[\\/]sending[\\/]announce\.ts$|node_modules[\\/]@noble[\\/]/,
              priority: 1.642,
            },
            // Else it would be merged with what collisions alone need.
            { name: 'upload', test: /web[\\/]api[\\/]upload\.ts$/, priority: 1.641 },
            // Without what sends files with their words: bookings have none.
            {
              name: 'sending',
              test: /web[\\/]sending[\\/](?!with-files)/,
              minShareCount: 2,
              priority: 1.64,
            },
            {
              name: 'known',
              test: /web[\\/]records[\\/]known[\\/]/,
              minShareCount: 2,
              priority: 1.63,
            },
            // Every start looks whether a form was interrupted.
            {
              name: 'drafts',
              test: /web[\\/]forms[\\/]drafts[\\/](?:interrupted-form|draft-store|draft-lock)\.ts$/,
              priority: 1.645,
            },
            {
              name: 'forms',
              test: /web[\\/]forms[\\/](?:record|drafts)[\\/]/,
              minShareCount: 2,
              priority: 1.62,
            },
            { name: 'map', test: /web[\\/]features[\\/]map[\\/]live-map\.tsx$/, priority: 1.5 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
