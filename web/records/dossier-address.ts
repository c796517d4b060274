import { z } from 'zod';
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

/** The subject of `?of=&value=`; null for an address that names nothing. */
export const dossierSchema = z
  .object({
    of: z.enum(dossierKinds),
    value: z
      .string()
      .trim()
      .min(1)
      .transform((value) => value.slice(0, 40)),
  })
  .nullable()
  .catch(null);
