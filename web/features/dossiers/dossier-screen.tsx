import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import {
  type Dossier,
  type DossierKind,
  driverFactNames,
  type Related,
  vehicleFactNames,
} from '#contract/dossiers.ts';
import { naira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { joined, plural } from '#web/format/words.ts';
import { useOwnBookings } from '#web/records/addresses/bookings-path.ts';
import { dossierAddress, type DossierSubject } from '#web/records/addresses/dossier-address.ts';
import { stateWords } from '#web/records/known/kept-booking.tsx';
import { type AsAt, knownOfKept, plateOnDevice } from '#web/records/known/known-plates.ts';
import { isKnown, openWords } from '#web/records/known/known-rules.ts';
import type { KeptPlate } from '#web/records/known/plates-on-device.ts';
import { useKept } from '#web/records/known/use-kept.ts';
import { Plate } from '#web/records/plate.tsx';
import { factsOf, groupsWithValues } from '#web/records/record-facts.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import {
  type Icon,
  IconCar,
  IconFolderOff,
  IconId,
  IconPhone,
  IconPlugConnectedX,
} from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { DossierHead } from './dossier-head.tsx';
import { DossierHistory } from './dossier-history.tsx';
import { kindNames } from './dossier-kinds.ts';
import css from './dossier-screen.module.css';
import { DossierSums } from './dossier-sums.tsx';
import { useDossier } from './use-dossier.ts';

/** After so many milliseconds without an answer, the device's record is shown. */
const patience = 2_000;

/** The screen of one dossier: while it loads, when it can't be loaded, and with its content. */
export function DossierScreen({ of, value }: DossierSubject) {
  const { data, failure, reload } = useDossier({ of, value });
  const isSlow = useAfter(patience);
  const missed = of === 'plate' && data === null && (failure !== null || isSlow);
  const kept = useKept(value, missed, () => plateOnDevice(value));
  const name = data?.value ?? value.toUpperCase();
  return (
    <>
      <DossierHead of={of} value={name} dossier={data} kept={kept} />
      {failure !== null && data && (
        <div className={css['banner']}>
          <Banner kind="bad" action={{ label: 'Try again', onChoose: reload }}>
            <b>{failure}</b> This dossier may be out of date.
          </Banner>
        </div>
      )}
      {kept && (
        <div className={css['banner']}>
          <KeptPlateCard {...kept} />
        </div>
      )}
      {data ? (
        <Content dossier={data} />
      ) : failure === null ? (
        <Skeleton />
      ) : (
        <Card label="Dossier">
          <div role="alert">
            <EmptyState
              icon={<IconPlugConnectedX size={30} stroke={1.5} />}
              heading="The dossier could not be loaded"
              action={<Button onClick={reload}>Try again</Button>}
            >
              {failure}
            </EmptyState>
          </div>
        </Card>
      )}
    </>
  );
}

/** True once the component has been there for so many milliseconds. */
function useAfter(pause: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), pause);
    return () => clearTimeout(timer);
  }, [pause]);
  return isOver;
}

function Content({ dossier }: { dossier: Dossier }) {
  if (!isKnown(dossier)) {
    return (
      <Card label="Dossier">
        <EmptyState icon={<IconFolderOff size={30} stroke={1.5} />} heading="No items found">
          There are no records of {dossier.value} that you can see.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Layout
      sums={<DossierSums dossier={dossier} />}
      history={<DossierHistory dossier={dossier} />}
      aside={
        <>
          <RelatedDossiers related={dossier.related} />
          <DossierFacts dossier={dossier} />
        </>
      }
    />
  );
}

function Skeleton() {
  return (
    <Layout
      busy
      sums={
        <Card label="Totals">
          <PanelSkeleton rows={1} height={96} />
        </Card>
      }
      history={
        <Card title="History">
          <PanelSkeleton rows={4} height={120} />
        </Card>
      }
      aside={
        <>
          <Card title="Also in these records">
            <PanelSkeleton rows={2} height={56} />
          </Card>
          <Card label="Last recorded details">
            <PanelSkeleton rows={5} height={40} />
          </Card>
        </>
      }
    />
  );
}

interface LayoutProps {
  busy?: boolean;
  sums: ReactNode;
  history: ReactNode;
  aside: ReactNode;
}

function Layout({ busy, sums, history, aside }: LayoutProps) {
  return (
    <div className={css['layout']} aria-busy={busy}>
      <div className={css['sums']}>{sums}</div>
      <div className={css['history']}>{history}</div>
      <aside className={classNames('column gap-7', css['aside'])} aria-label="Last recorded">
        {aside}
      </aside>
    </div>
  );
}

const phones = { phoneNo: phoneLink, phoneTwo: phoneLink };

/** Vehicle and driver as they were last recorded; what was never given is left out. */
function DossierFacts({ dossier: { of, vehicle, driver } }: { dossier: Dossier }) {
  const groups = groupsWithValues([
    {
      title: of === 'plate' ? 'Vehicle' : 'Vehicle last driven',
      facts: vehicle ? factsOf(vehicle, vehicleFactNames) : [],
    },
    {
      title: of === 'plate' ? 'Last driver' : 'Driver',
      facts: driver ? factsOf(driver, driverFactNames, phones) : [],
    },
  ]);
  if (groups.length === 0) return null;
  return (
    <Card label="Last recorded details" className={css['facts']}>
      {groups.map((group) => (
        <Facts key={group.title} {...group} />
      ))}
    </Card>
  );
}

/** While the dossier itself can't be read: what this device keeps of the plate, and from when. */
function KeptPlateCard({ found, readAt }: AsAt<KeptPlate>) {
  const { bookings, often } = found;
  const open = openWords(knownOfKept(found));
  return (
    <Card title="Stored on this device">
      <p className={css['kept']}>
        <b>{open === '' ? 'Nothing to pay' : open}</b>, updated {momentOf(readAt)}.{' '}
        {often && `${oftenWords(often)} `}
        You need a network to see collisions, the history and later changes.
      </p>
      <ul className={classNames('column gap-3 small', css['keptBookings'])}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            {joined([
              dateOf(booking.madeAt),
              naira(booking.price),
              stateWords(booking),
              bookingReference(booking.id),
            ])}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function oftenWords({ bookings, paid }: NonNullable<KeptPlate['often']>): string {
  const all = `Booked ${bookings} times`;
  return paid === 0 ? `${all}.` : `${all}, ${plural(paid, 'booking')} paid.`;
}

const icons: Record<DossierKind, Icon> = { plate: IconCar, license: IconId, phone: IconPhone };
/** The other plates, licences and phones on the same records, each with a link to its dossier. */
function RelatedDossiers({ related }: { related: readonly Related[] }) {
  const { noun } = useOwnBookings();
  if (related.length === 0) return null;
  return (
    <Card title="Also in these records">
      <ul>
        {related.map(({ of, value, note, bookings }) => {
          const KindIcon = icons[of];
          return (
            <li key={`${of} ${value}`} className="line-top">
              <Link
                to={dossierAddress(of, value)}
                className={classNames('row gap-6 clickable', css['link'])}
              >
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
