import type { Plugin } from 'vite';

const settings = {
  authorityName: 'Kaduna State Traffic Authority',
  guest: true,
  demo: true,
  mapTilesUrl: process.env['MAP_TILES_URL'] ?? '',
  mapTilesCredit: process.env['MAP_TILES_CREDIT'] ?? '',
  mapTiles: '',
  mapAreas: '',
  serviceWorker: false,
  version: '',
  firstYear: new Date().getFullYear(),
  modules: 'all',
};

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Fills, on the development server only, the places that the real server fills per response. */
export function developmentSettings(): Plugin {
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
