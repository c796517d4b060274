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
          heading="There is no dossier at this address"
          action={
            <Link to="/unpaid" className={buttonClass({})}>
              Go to Unpaid Bookings
            </Link>
          }
        >
          The address has no plate, licence or phone number. You can open a dossier from a booking
          or a collision.
        </EmptyState>
      </Card>
    </>
  );
}

DossierPage.help =
  'A dossier shows all records of one plate, licence or phone number. Check that it matches the driver in front of you. Select a line to open its record. Hanya records that you looked.';

/** Another dossier is another page, which begins at its top although the path is the same. */
function useScrollToTop(search: string): void {
  const type = useNavigationType();
  useEffect(() => {
    if (type !== NavigationType.Push) return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [search, type]);
}
