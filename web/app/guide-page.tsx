import { use } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Guide } from '#web/features/guide/guide.tsx';
import { sentencesOf } from '#web/features/guide/guides.ts';
import { FoldedSection } from '#web/records/history/folded-section.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import css from './guide-page.module.css';
import { HelpOfScreens } from './help-of-screens.ts';
import { isOffered, screens, type ScreenPath, screensUnder, type Viewer } from './screens.tsx';

/** The guide to a role, and below it the screens that the role has. */
export default function GuidePage() {
  const user = useCurrentUser();
  return (
    <Guide
      screensOf={(role, isOwn) => (
        <ScreensOf key={role} viewer={isOwn && user ? user : { role }} isOwn={isOwn} />
      )}
    />
  );
}

GuidePage.help =
  'This guide shows what each role does in a day. Read it once, and print it for your desk. In a demo, an officer can practise a booking. A state admin can print the guide for any role.';

interface ScreensOfProps {
  viewer: Viewer;
  /** A reader can open their own screens from here. */
  isOwn: boolean;
}

/** The screens by the entries of the navigation, each with the first sentence of its help. */
function ScreensOf({ viewer, isOwn }: ScreensOfProps) {
  return (
    <Card title="Screens">
      <div className={css['entries']}>
        {screens.map(
          ({ path, nav }) =>
            nav &&
            isOffered(viewer, path) && (
              <FoldedSection key={path} icon={nav.icon} title={nav.label}>
                <Screens screens={screensUnder(viewer, path)} isOwn={isOwn} />
              </FoldedSection>
            ),
        )}
      </div>
    </Card>
  );
}

interface ScreensProps {
  screens: readonly { path: ScreenPath; label: string }[];
  isOwn: boolean;
}

function Screens({ screens: shown, isOwn }: ScreensProps) {
  const helpOf = use(HelpOfScreens);
  const paths = shown.map(({ path }) => path);
  const { data, failure, reload } = useLoaded(paths.join(), () => Promise.all(paths.map(helpOf)));
  if (failure !== null) return <ListFailure message={failure} onRetry={reload} />;
  if (data === null) return <LoadingNote>Loading the screens</LoadingNote>;
  return (
    <dl className={css['screens']}>
      {shown.map(({ path, label }, index) => (
        <div key={path}>
          <dt>{isOwn ? <Link to={path}>{label}</Link> : label}</dt>
          <dd>{sentencesOf(data[index] ?? '')[0]}</dd>
        </div>
      ))}
    </dl>
  );
}
