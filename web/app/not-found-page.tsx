import { IconRoad } from '@tabler/icons-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export default function NotFoundPage() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        icon={<IconRoad size={30} stroke={1.5} />}
        heading="No screen has this address"
        action={
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            Go to Base
          </Link>
        }
      >
        Check the address, or choose a screen in the menu.
      </EmptyState>
    </>
  );
}
