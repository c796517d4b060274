import { z } from 'zod';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { HealthTab } from './health-tab.tsx';
import { SecurityTab } from './security-tab.tsx';

const parts = [
  { key: 'health', label: 'Status' },
  { key: 'security', label: 'Security events' },
] as const;

const addressSchema = z.object({ show: z.enum(['health', 'security']).catch('health') });

/** The state of the installation and its security events, for state admins and observers. */
export default function OperationsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const tabs = (
    <LinkTabs
      label="Operations"
      tabs={parts}
      shown={address.show}
      searchOf={(key) => (key === 'health' ? '' : searchWith({ show: key, page: '' }))}
    />
  );
  return address.show === 'security' ? <SecurityTab tabs={tabs} /> : <HealthTab tabs={tabs} />;
}

OperationsPage.help =
  'This screen shows whether Hanya works as it should. Problems come first, with what to do about them. You can try failed work again, or do it by hand. The person who runs the server looks after the rest.';
