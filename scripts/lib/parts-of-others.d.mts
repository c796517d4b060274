/** What is no package of npm; `said` are its notice and its texts. */
export interface PartOfOthers {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly said: readonly string[];
}

export function removeUnused(postgres: string): void;
export function unnamedLibraries(postgres: string): string[];
export function partsOfPostgres(
  postgres: string,
  packageVersion: string,
  texts: string,
): PartOfOthers[];
export function partsOfVips(vips: string, texts: string): PartOfOthers[];
export function insteadOfText(manifest: {
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}): string;
