import type { CompatData } from '@mdn/browser-compat-data';

interface Lacking {
  globals: Set<string>;
  members: Set<string>;
  methods: Map<string, boolean>;
}

export function whatBrowsersLack(
  tables: Pick<CompatData, 'javascript' | 'api'>,
  oldest: Readonly<Record<string, string>>,
): Lacking;

export function usesIn(script: string, lacking: Lacking): string[];

export function sheetUsesIn(
  sheet: string,
  tables: Pick<CompatData, 'css'>,
  oldest: Readonly<Record<string, string>>,
): string[];
