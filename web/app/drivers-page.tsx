import { IconPlus } from '@tabler/icons-react';
import { useOpenPopup } from '#web/lib/popups.ts';
import { Button } from '#web/ui/button.tsx';
import { ComingLater } from '#web/ui/coming-later.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export default function DriversPage() {
  const open = useOpenPopup();
  return (
    <>
      <PageHead
        title="Driving tests"
        actions={
          <Button icon={<IconPlus size={18} aria-hidden />} onClick={() => open('driving test')}>
            Driving Test
          </Button>
        }
      />
      <ComingLater heading="Coming later" sentence="Driving tests will be listed here." />
    </>
  );
}
