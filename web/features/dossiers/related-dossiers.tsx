import { Link } from 'react-router';
import type { DossierKind, Related } from '#contract/dossiers.ts';
import { joined, plural } from '#web/format/words.ts';
import { useOwnBookings } from '#web/records/addresses/bookings-path.ts';
import { dossierAddress } from '#web/records/addresses/dossier-address.ts';
import { type Icon, IconCar, IconId, IconPhone } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { kindNames } from './dossier-kinds.ts';
import css from './dossier-screen.module.css';

const icons: Record<DossierKind, Icon> = { plate: IconCar, license: IconId, phone: IconPhone };
/** The other plates, licences and phones on the same records, each with a link to its dossier. */
export function RelatedDossiers({ related }: { related: readonly Related[] }) {
  const { noun } = useOwnBookings();
  if (related.length === 0) return null;
  return (
    <Card title="On the same records">
      <ul>
        {related.map(({ of, value, note, bookings }) => {
          const KindIcon = icons[of];
          return (
            <li key={`${of} ${value}`} className="line-top">
              <Link to={dossierAddress(of, value)} className={classNames('clickable', css['link'])}>
                <KindIcon size={18} stroke={1.8} aria-hidden />
                <span className="column grow align-start gap-1 anywhere">
                  <span className={classNames('strong', css['value'])}>
                    {of === 'plate' ? <Plate value={value} /> : value}
                  </span>
                  <span className="small quiet">{joined([kindNames[of], note])}</span>
                </span>
                <span className="small quiet">{bookings > 0 && plural(bookings, noun)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
