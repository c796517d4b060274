import { Link } from 'react-router';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { IconRoad } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/shell/page-head.tsx';

export default function NotFoundPage() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        icon={<IconRoad size={30} stroke={1.5} />}
        heading="There is no screen at this address"
        action={
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            Go to Base
          </Link>
        }
      >
        Check the address, or select a screen in the menu.
      </EmptyState>
    </>
  );
}
