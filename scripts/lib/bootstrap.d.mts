interface Package {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

export function whatToInstall(
  locked: Readonly<Record<string, Package>>,
  present: Readonly<Record<string, Package>>,
  tools: boolean,
): { readonly command: 'ci' | 'install'; readonly withTools: boolean } | undefined;

export function cacheInstead(usual: string | undefined): string | undefined;

export function sayingHowFar<T>(howFar: () => string, work: () => Promise<T>): Promise<T>;
