export interface Settings {
  /** The authority whose back office this is, as the header names it. */
  authorityName: string;
  /** True if the sign-in page offers a guest. */
  guest: boolean;
  /** True if the records of this installation are made up. */
  demo: boolean;
  /** The address template of the live map's tiles, '' without any; and their credit, as HTML. */
  mapTilesUrl: string;
  mapTilesCredit: string;
  /** Addresses of the installation's own tiles, and of its areas; '' without any. */
  mapTiles: string;
  mapAreas: string;
  /** True if this device keeps the product, so that it opens without a network. */
  serviceWorker: boolean;
  /** The server's, such as 1.2.0; '' where the page doesn't say it. */
  version: string;
  /** The sign-in page can speak these, by their own names; another version has other sentences. */
  languages?: readonly { code: string; name: string; version: string }[];
  /** `none` where the product runs without the modules around its core. */
  modules?: string;
  /** The year of the oldest record, in Africa/Lagos; 0 where the page doesn't say it. */
  firstYear: number;
}

const fallback: Settings = {
  authorityName: 'State Traffic Authority',
  guest: false,
  demo: false,
  mapTilesUrl: '',
  mapTilesCredit: '',
  mapTiles: '',
  mapAreas: '',
  serviceWorker: false,
  version: '',
  firstYear: 0,
};

/** Reads the settings that the server wrote into the page, or returns defaults if it can't. */
export function readSettings(text: string | null | undefined): Settings {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return areSettings(read) ? read : fallback;
  } catch {
    return fallback;
  }
}

// By hand, since the sign-in page has these before the library that reads schemas.
function areSettings(read: unknown): read is Settings {
  if (typeof read !== 'object' || read === null) return false;
  const { authorityName, guest, demo, serviceWorker, firstYear, ...texts } = read as Record<
    keyof Settings,
    unknown
  >;
  return (
    typeof authorityName === 'string' &&
    authorityName !== '' &&
    typeof guest === 'boolean' &&
    typeof demo === 'boolean' &&
    typeof serviceWorker === 'boolean' &&
    typeof firstYear === 'number' &&
    [texts.mapTilesUrl, texts.mapTilesCredit, texts.mapTiles, texts.mapAreas, texts.version].every(
      (text) => typeof text === 'string',
    )
  );
}

let cached: Settings | undefined;

export function settings(): Settings {
  cached ??= readSettings(document.querySelector<HTMLMetaElement>('meta[name="hanya"]')?.content);
  return cached;
}

/** The build of the page, for the service worker that keeps it. */
export function pageRevision(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="page-revision"]')?.content ?? '';
}

/** The nonce that style elements on this page must carry. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
