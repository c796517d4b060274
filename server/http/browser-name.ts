type Named = readonly (readonly [mark: RegExp, name: string])[];

// In this order: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const browsers: Named = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: Named = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser and its system as people call them, from the `User-Agent` header. */
export function browserName(agent: string): string {
  const nameIn = (known: Named) => known.find(([mark]) => mark.test(agent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser === undefined) return system ?? 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
