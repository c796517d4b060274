import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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
  };
  return {
    name: 'hanya-development-settings',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replace('__CSP_NONCE__', 'development')
        .replace('__HANYA_SETTINGS__', escapeAttribute(JSON.stringify(settings))),
  };
}

/** The name of a chunk or file without its ending; of a shared one, without all who share it. */
function shortName(name: string): string {
  const plain = name.replace(/\.[^.]*$/, '');
  return plain.split('~')[0] ?? plain;
}

export default defineConfig({
  root: 'web',
  plugins: [react(), developmentSettings()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/files', '/sandbox', '/papers', '/t/'].map((path) => [path, apiHost]),
    ),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // The policy allows fonts, scripts and pictures of our own host only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '')}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // Together, so that zod is set up before any schema, whichever file is read first.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|zod-jitless/, priority: 4 },
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/,
              priority: 3,
            },
            // Few files rather than small ones: far from the mast every further file costs a phone
            // a round trip. First what every page begins with, the sign-in page among it, then what
            // the screens behind it share.
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'screens', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
