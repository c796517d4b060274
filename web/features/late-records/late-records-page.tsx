import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { IconClockCheck } from '#web/ui/icons.ts';
import { lateRecordCard, lateRecordColumns } from './late-record-columns.tsx';
import { LateRecordDetail } from './late-record-detail.tsx';
import { lateRecordName } from './late-record-words.ts';
import { OfficersTab } from './officers-tab.tsx';
import { TakenOutTab } from './taken-out-tab.tsx';

const labels = { records: 'Records', officers: 'By officer', 'taken-out': 'Taken out' } as const;
const shows = ['records', 'officers', 'taken-out'] as const;

const addressSchema = z.object({ show: z.enum(shows).catch('records') });

/**
 * Records that were long on their way from a phone: those that wait to be let in, by officer, and
 * those that never came.
 */
export default function LateRecordsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const { show } = address;
  const tabs = (
    <LinkTabs
      label="Late records"
      shown={show}
      searchOf={(key) =>
        searchWith({ show: key === 'records' ? '' : key, state: '', page: '', open: '' })
      }
      tabs={shows.map((key) => ({ key, label: labels[key] }))}
    />
  );
  if (show === 'officers') return <OfficersTab tabs={tabs} />;
  if (show === 'taken-out') return <TakenOutTab tabs={tabs} />;
  return <Decisions head={tabs} />;
}

LateRecordsPage.help =
  'These records arrived long after they were made. Read why, then let each in or refuse it. A record that is let in counts for its day. Its officer sees in the Outbox what was decided.';

const lateRecords: RegisterScreen<typeof lateRecordRegister> = {
  of: lateRecordRegister,
  title: 'Late Records',
  nouns: ['record', 'records'],
  columns: lateRecordColumns,
  card: lateRecordCard,
  nameOf: lateRecordName,
  // Others decide meanwhile.
  every: 30_000,
  empty: {
    icon: <IconClockCheck size={30} stroke={1.5} />,
    words: {
      waiting: 'No record waits to be let in.',
      decided: 'Nobody has decided about a late record yet.',
    },
  },
};

function Decisions({ head }: { head: ReactNode }) {
  const [given] = useSearchParams();
  return (
    <RegisterPage
      screen={lateRecords}
      detail={
        given.get('state') === 'decided'
          ? 'What was decided about records that came too late, and by whom.'
          : 'They came too long after they were made: let each in, or refuse it.'
      }
      head={head}
    >
      {({ address: { open }, close }, { reload }) => (
        <LateRecordDetail id={open} onClose={close} onChanged={reload} />
      )}
    </RegisterPage>
  );
}
