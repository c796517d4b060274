import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Activity } from '#contract/activities.ts';
import type { Organisation } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { LookOnly, useCurrentUser } from '#web/api/store-hooks.ts';
import { settings } from '#web/device/settings.ts';
import { noteShownOrganisation } from '#web/device/shown-organisation.ts';
import { RecentActivities } from '#web/features/activities/recent-activities.tsx';
import { LazyBookingDetail } from '#web/features/bookings/detail/lazy-booking-detail.tsx';
import { LiveFeed } from '#web/features/bookings/feed/live-feed.tsx';
import { OffencePanel } from '#web/features/bookings/statistics/offence-panel.tsx';
import {
  ChartPanel,
  StatisticsPanel,
} from '#web/features/bookings/statistics/statistics-panel.tsx';
import { useChartAddress } from '#web/features/bookings/statistics/use-chart-address.ts';
import { useStatistics } from '#web/features/bookings/statistics/use-statistics.ts';
import { PersonnelPanel } from '#web/features/users/personnel-panel.tsx';
import { clockOf, longDateOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { Slot } from '#web/records/slot.tsx';
import { IconBuildingCommunity } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { PanelBoundary } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { organisationChoices, useDashboardAddress } from './dashboard-address.ts';
import css from './dashboard-page.module.css';
import { LazyMap } from './lazy-map.tsx';

export default function DashboardPage() {
  const user = useCurrentUser();
  return user && <Dashboard user={user} />;
}

DashboardPage.help =
  'Base shows today’s bookings and payments in your area. Select a figure to see its bookings. New bookings appear automatically. If a figure looks wrong, ask your zonal head.';

const waiting = lazyPart(() => import('#web/features/waiting/waiting-link.tsx'));

function Waiting() {
  const there = waiting.use(true);
  return there && <there.WaitingLink />;
}

const setup = lazyPart(() => import('#web/features/operations/setup-card.tsx'));

function Setup({ organisation }: { organisation: Organisation }) {
  const there = setup.use(true);
  return there && <there.SetupCard organisation={organisation} />;
}

function OwnDay() {
  return (
    <div className={css['day']}>
      <PanelBoundary name="My day">
        <Slot name="own day" />
      </PanelBoundary>
    </div>
  );
}

function Dashboard({ user }: { user: SignedInUser }) {
  const { organisation, opened, choose, open, close } = useDashboardAddress(user);
  const navigate = useNavigate();
  const onPhone = useScreen('phone');
  const atDesk = useScreen('desk');
  const figures = useStatistics(organisation, useChartAddress().address.period);
  const asAt = figures.statistics.at;
  const isInTheField = user.role === 'booking officer' || user.role === 'operator';
  const seesMap = may(user.role, 'see the live map');
  const setsUp =
    may(user.role, 'set up the organisation') && user.zone === null && !settings().demo;
  const namesOne = user.state === null && may(user.role, 'book');
  useEffect(() => {
    if (namesOne) void noteShownOrganisation(user.id, organisation);
  }, [namesOne, user.id, organisation]);
  const openElsewhere = (address: string) => void navigate(address, { state: openingState });
  const openCollision = (id: string) => openElsewhere(recordAddress('collision', id));

  function openRecord({ type, id }: Activity['record']): void {
    if (type === 'booking') open(id);
    else openElsewhere(recordAddress(type, id));
  }

  return (
    <>
      <div className={classNames('row wrap', css['head'])}>
        <h1>Base</h1>
        <HeadSelect
          label="Organisation"
          icon={<IconBuildingCommunity size={18} stroke={1.8} aria-hidden />}
          value={organisation}
          options={organisationChoices(user)}
          onChange={choose}
        />
        {may(user.role, 'confirm exceptions') && <Waiting />}
        <p className={classNames('small quiet', css['asAt'])}>
          {asAt !== null && `As at ${clockOf(asAt)}, ${longDateOf(asAt)}`}
        </p>
      </div>
      {setsUp && <Setup organisation={organisation} />}
      <div className={css['dashboard']}>
        <div className={css['statistics']}>
          <PanelBoundary name="Bookings and revenue">
            <StatisticsPanel
              figures={figures}
              organisation={organisation}
              inOneLine={isInTheField && onPhone}
            />
          </PanelBoundary>
        </div>
        {isInTheField && onPhone && <OwnDay />}
        <div className={css['duo']}>
          <PanelBoundary name="Recent Activities">
            <RecentActivities organisation={organisation} onOpen={openRecord} />
          </PanelBoundary>
          <PanelBoundary name="Personnel">
            <PersonnelPanel organisation={organisation} />
          </PanelBoundary>
        </div>
        <div className={css['map']}>
          <PanelBoundary name="Live Map">
            <LazyMap
              // A phone shows the figures first: they are above the map, and the line is slow.
              waits={onPhone && asAt === null && figures.statistics.failure === null}
              variant={atDesk ? 'panel' : 'collapsed'}
              organisation={organisation}
              selected={opened}
              onOpenBooking={open}
              onOpenCollision={openCollision}
              onExpand={seesMap ? () => void navigate('/map') : undefined}
            />
          </PanelBoundary>
        </div>
        <div className={classNames('grid shrink', css['feed'])}>
          <PanelBoundary name="Live feed">
            <LiveFeed organisation={organisation} onOpen={open} />
          </PanelBoundary>
        </div>
        <div className={css['chart']}>
          <PanelBoundary name="Chart">
            <ChartPanel figures={figures} organisation={organisation} />
          </PanelBoundary>
        </div>
        <div className={css['offences']}>
          <PanelBoundary name="By offence">
            <OffencePanel series={figures.series} organisation={organisation} />
          </PanelBoundary>
        </div>
        {isInTheField && !onPhone && <OwnDay />}
      </div>
      <LookOnly value>
        <LazyBookingDetail id={opened} onClose={close} onChanged={() => undefined} />
      </LookOnly>
    </>
  );
}
