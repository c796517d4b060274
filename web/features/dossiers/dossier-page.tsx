import { useEffect } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router';
import { useAddress } from '#web/lists/use-address.ts';
import { dossierSchema } from '#web/records/addresses/dossier-address.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { IconFolderSearch } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { DossierScreen } from './dossier-screen.tsx';

/** Everything that is recorded about the plate, licence or phone number in the address. */
export default function DossierPage() {
  const { search } = useLocation();
  const { address: subject } = useAddress(dossierSchema);
  useScrollToTop(search);
  if (subject) return <DossierScreen key={`${subject.of} ${subject.value}`} {...subject} />;
  return (
    <>
      <PageHead title="Dossier" />
      <Card label="Dossier">
        <EmptyState
          icon={<IconFolderSearch size={30} stroke={1.5} />}
          heading="No dossier is named"
          action={
            <Link to="/unpaid" className={buttonClass({})}>
              Go to Unpaid Bookings
            </Link>
          }
        >
          The address names no plate, licence or phone number. Every booking and collision leads to
          its dossiers.
        </EmptyState>
      </Card>
    </>
  );
}

DossierPage.help =
  'Here is all that is recorded of one plate, licence or phone. Compare it with the driver before you. Each line opens its record. That you looked is written down.';

/** Another dossier is another page, which begins at its top although the path is the same. */
function useScrollToTop(search: string): void {
  const type = useNavigationType();
  useEffect(() => {
    if (type !== NavigationType.Push) return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [search, type]);
}
