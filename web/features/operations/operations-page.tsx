import { z } from 'zod';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { HealthTab } from './health-tab.tsx';
import { SecurityTab } from './security-tab.tsx';

const parts = [
  { key: 'health', label: 'How it stands' },
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
  'Here stands whether the product works as it should. What is wrong stands first, with what to do. Failed work is tried again, or done by hand. Whoever runs the server looks at the rest.';
