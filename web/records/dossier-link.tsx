import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DossierKind } from '#contract/dossiers.ts';
import { identifies, shownPlate } from '#contract/identities.ts';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { IconHistory } from '#web/ui/icons.ts';
import { dossierAddress } from './addresses/dossier-address.ts';
import css from './dossier-link.module.css';

/** A plate or licence of a record that links to its dossier, where it identifies anything; null for ''. */
export function dossierLink(of: DossierKind, value: string): ReactNode {
  if (value === '') return null;
  const shown = of === 'plate' ? shownPlate(value) : value;
  if (!identifies(of, value)) return shown;
  return (
    <Link to={dossierAddress(of, value)} aria-label={`Dossier for ${shown}`} title="Open dossier">
      {shown}
    </Link>
  );
}

/** A phone number that can be called, with a link to its dossier beside it; null for ''. */
export function phoneWithDossier(value: string): ReactNode {
  if (value === '') return null;
  if (!identifies('phone', value)) return phoneLink(value);
  return (
    <span className={css['pair']}>
      {phoneLink(value)}
      <Link
        to={dossierAddress('phone', value)}
        className={css['icon']}
        aria-label={`Dossier for ${value}`}
        title="Open dossier"
      >
        <IconHistory size={16} aria-hidden />
      </Link>
    </span>
  );
}
