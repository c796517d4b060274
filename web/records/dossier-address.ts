import { dossierKinds, type DossierKind } from '#contract/dossiers.ts';

/** What a dossier is about, as its address says. */
export interface DossierSubject {
  of: DossierKind;
  value: string;
}

/** Where everything that is known of a plate, licence or phone stands. */
export function dossierAddress(of: DossierKind, value: string): string {
  return `/dossier?${new URLSearchParams({ of, value }).toString()}`;
}

/** Reads `?of=&value=`; null for an address that names nothing. */
export function readDossierAddress(query: string): DossierSubject | null {
  const given = new URLSearchParams(query);
  const of = dossierKinds.find((kind) => kind === given.get('of'));
  const value = (given.get('value') ?? '').trim().slice(0, 40);
  return of !== undefined && value !== '' ? { of, value } : null;
}
