import { z } from 'zod';
import type { DossierKind } from '#contract/dossiers.ts';
import { dossierKinds } from '#contract/identities.ts';

/** The subject of a dossier, as its address names it. */
export interface DossierSubject {
  of: DossierKind;
  value: string;
}

export function dossierAddress(of: DossierKind, value: string): string {
  return `/dossier?${new URLSearchParams({ of, value }).toString()}`;
}

/** Reads `?of=&value=`; null for an address without them. */
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
