import type { DossierKind } from '#contract/dossiers.ts';

export const kindNames: Record<DossierKind, string> = {
  plate: 'Plate',
  license: 'License number',
  phone: 'Phone number',
};
