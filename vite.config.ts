import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { besidePart, compiledWhole, groups, shortName } from './web/build/chunks.ts';
import { developmentSettings } from './web/build/development.ts';
import { buildTargets, earlyScripts } from './web/build/early.ts';
import { tablerIcons } from './web/build/icons.ts';
import { withoutJsonSchemas } from './web/build/json-schemas.ts';
import { startFiles } from './web/build/manifest.ts';
import { packagesInside } from './web/build/packages-inside.ts';
import { serviceWorker } from './web/build/service-worker.ts';
import { themeVariables } from './web/build/theme-variables.ts';

const apiHost = process.env['API_URL'] ?? 'http://127.0.0.1:4400';

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tablerIcons(),
    themeVariables(),
    developmentSettings(),
    withoutJsonSchemas(),
    earlyScripts(),
    startFiles(),
    serviceWorker(),
    packagesInside(),
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
    modulePreload: { polyfill: false, resolveDependencies: besidePart },
    rolldownOptions: {
      output: {
        postBanner: compiledWhole,
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '')}-[hash][extname]`,
        codeSplitting: { groups },
      },
    },
  },
});
