import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { DossierKind } from '#contract/dossiers.ts';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { dossierAddress } from './dossier-address.ts';
import css from './dossier-link.module.css';

interface DossierLinkProps {
  of: DossierKind;
  value: string;
}

/** A plate or licence in a record, leading to everything that is known of it. */
export function DossierLink({ of, value }: DossierLinkProps) {
  return (
    <Link to={dossierAddress(of, value)} aria-label={`Dossier of ${value}`} title="Open dossier">
      {value}
    </Link>
  );
}

/** A phone number that calls, and beside it the way to its dossier. */
export function PhoneWithDossier({ value }: { value: string }) {
  return (
    <span className={css['pair']}>
      {phoneLink(value)}
      <Link
        to={dossierAddress('phone', value)}
        className={css['icon']}
        aria-label={`Dossier of ${value}`}
        title="Open dossier"
      >
        <IconHistory size={16} aria-hidden />
      </Link>
    </span>
  );
}
