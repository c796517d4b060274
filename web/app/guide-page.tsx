import { use, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { isMetered } from '#web/device/network.ts';
import { Guide } from '#web/features/guide/guide.tsx';
import { sentencesOf } from '#web/features/guide/guides.ts';
import { FoldedSection } from '#web/records/history/folded-section.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { inTurn } from '#web/ui/overlay/when-idle.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import css from './guide-page.module.css';
import { HelpOfScreens } from './help-of-screens.ts';
import { isOffered, screens, type ScreenPath, screensUnder, type Viewer } from './screens.tsx';

/** The guide to a role, and below it the screens that the role has. */
export default function GuidePage() {
  const user = useCurrentUser();
  const purposeOf = usePurposes();
  return (
    <Guide
      beforePrint={(role, isOwn) =>
        Promise.all(pathsOf(viewerOf(user, role, isOwn)).map((path) => purposeOf(path)))
      }
      screensOf={(role, isOwn) => (
        <ScreensOf key={role} viewer={viewerOf(user, role, isOwn)} isOwn={isOwn} />
      )}
    />
  );
}

GuidePage.help =
  'This guide shows what each role does in a day. Read it once, and print it for your desk. In a demo, an officer can practise a booking. A state admin can print the guide for any role.';

const viewerOf = (user: Viewer | null, role: Viewer['role'], isOwn: boolean): Viewer =>
  isOwn && user ? user : { role };

/** The entries of the navigation that a viewer is offered, each with its screens. */
const entriesOf = (viewer: Viewer) =>
  screens.flatMap(({ path, nav }) =>
    nav && isOffered(viewer, path) ? { path, nav, shown: screensUnder(viewer, path) } : [],
  );

const pathsOf = (viewer: Viewer): ScreenPath[] =>
  entriesOf(viewer).flatMap(({ shown }) => shown.map(({ path }) => path));

/** What screens are for, as far as somebody has asked: a print cannot wait. */
const known = new Map<ScreenPath, string>();

/** Fetches the first sentence of a screen's help. */
function usePurposes(): (path: ScreenPath) => Promise<string> {
  const helpOf = use(HelpOfScreens);
  return async (path) => {
    const purpose = known.get(path) ?? sentencesOf(await helpOf(path))[0] ?? '';
    known.set(path, purpose);
    return purpose;
  };
}

interface ScreensOfProps {
  viewer: Viewer;
  /** A reader can open their own screens from here. */
  isOwn: boolean;
}

/** The screens by the entries of the navigation, each with the first sentence of its help. */
function ScreensOf({ viewer, isOwn }: ScreensOfProps) {
  const isPrinted = useIsPrinted();
  const entries = entriesOf(viewer);
  useAllKnown(viewer);
  return (
    <Card title="Screens">
      <div className={css['entries']} hidden={isPrinted}>
        {entries.map(({ path, nav, shown }) => (
          <FoldedSection key={path} icon={nav.icon} title={nav.label}>
            <Screens screens={shown} isOwn={isOwn} />
          </FoldedSection>
        ))}
      </div>
      {isPrinted && (
        <div className={css['entries']}>
          {entries.map(({ path, nav, shown }) => (
            <section key={path} className={css['printed']}>
              <h3 className="heading">{nav.label}</h3>
              <Purposes screens={shown} purposes={shown.map((one) => known.get(one.path))} />
            </section>
          ))}
        </div>
      )}
    </Card>
  );
}

/** True while the page is printed. The browser doesn't wait, so all is drawn at once. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    window.addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    window.addEventListener('afterprint', () => setPrinted(false), { signal });
    return () => over.abort();
  }, []);
  return isPrinted;
}

/** Fetches in idle moments what a print by the browser's own menu shows, unless data is paid for. */
function useAllKnown(viewer: Viewer): void {
  const purposeOf = usePurposes();
  const fetchAll = useEffectEvent((signal: AbortSignal) => {
    for (const path of pathsOf(viewer)) inTurn(async () => signal.aborted || purposeOf(path));
  });
  useEffect(() => {
    const over = new AbortController();
    if (!isMetered()) fetchAll(over.signal);
    return () => over.abort();
  }, []);
}

interface ScreensProps {
  screens: readonly { path: ScreenPath; label: string }[];
  isOwn: boolean;
}

function Screens({ screens: shown, isOwn }: ScreensProps) {
  const purposeOf = usePurposes();
  const paths = shown.map(({ path }) => path);
  const { data, failure, reload } = useLoaded(paths.join(), () =>
    Promise.all(paths.map((path) => purposeOf(path))),
  );
  if (failure !== null) return <ListFailure message={failure} onRetry={reload} />;
  if (data === null) return <LoadingNote>Loading the screens</LoadingNote>;
  return <Purposes screens={shown} purposes={data} leads={isOwn} />;
}

interface PurposesProps {
  screens: ScreensProps['screens'];
  /** Of each screen, as far as they are known. */
  purposes: readonly (string | undefined)[];
  leads?: boolean;
}

const Purposes = ({ screens: shown, purposes, leads = false }: PurposesProps) => (
  <dl className={css['screens']}>
    {shown.map(({ path, label }, index) => (
      <div key={path}>
        <dt>{leads ? <Link to={path}>{label}</Link> : label}</dt>
        <dd>{purposes[index]}</dd>
      </div>
    ))}
  </dl>
);
