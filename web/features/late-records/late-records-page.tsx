import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import { countLateRecords, type LateCount, listTakenOutRecords } from '#contract/late-records.ts';
import { placeAndDays, placeFilters } from '#contract/list-filters.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count } from '#web/format/money.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { plainGrammar, sentFilters, useListAddress } from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { IconClockCheck } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import {
  lateRecordCard,
  lateRecordColumns,
  TakenOutCard,
  takenOutColumns,
} from './late-record-columns.tsx';
import { LateRecordDetail } from './late-record-detail.tsx';
import { lateRecordName } from './late-record-words.ts';

const labels = { records: 'Records', officers: 'By officer', 'taken-out': 'Removed' } as const;
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
  'A phone sent these records long after an officer made them. Find out why, then accept or refuse each record. An accepted record counts for the day it was made. The officer can see your decision in the Outbox.';

const lateRecords: RegisterScreen<typeof lateRecordRegister> = {
  of: lateRecordRegister,
  title: 'Late records',
  nouns: ['record', 'records'],
  columns: lateRecordColumns,
  card: lateRecordCard,
  nameOf: lateRecordName,
  // Others decide meanwhile.
  every: 30_000,
  empty: {
    icon: <IconClockCheck size={30} stroke={1.5} />,
    words: {
      waiting: 'There are no late records to decide.',
      decided: 'No late records have been decided yet.',
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
          ? 'Decisions on records that arrived too late'
          : 'These records arrived too long after they were made. Accept or refuse each record.'
      }
      head={head}
    >
      {({ address: { open }, close }, { reload }) => (
        <LateRecordDetail id={open} onClose={close} onChanged={reload} />
      )}
    </RegisterPage>
  );
}

const takenOutGrammar = plainGrammar(placeFilters);

/** Records that officers took out of their phones before they arrived: the last hundred. */
function TakenOutTab({ tabs }: { tabs: ReactNode }) {
  const steps = useListAddress(takenOutGrammar);
  const set = { filters: steps.address.filters, filter: steps.filter };
  const question = JSON.stringify(set.filters);
  const answer = useLoaded(question, (signal) =>
    call(listTakenOutRecords, { query: { ...sentFilters(set.filters), limit: 100 }, signal }),
  );
  const rows = { ...answer, data: answer.data?.data ?? null };
  return (
    <AddressedList
      title="Late records"
      detail="Records that officers removed from their phones before the authority received them. A driver may have a paper ticket."
      steps={steps}
      list={wholeList(rows, question)}
      nouns={['record', 'records']}
      tabs={tabs}
      filters={shownFilters(usePlaceFilters(set))}
      columns={takenOutColumns}
      rowKey={({ _id }) => _id}
      renderCard={(row) => <TakenOutCard row={row} />}
      empty={{
        heading: 'No items found',
        icon: <IconClockCheck size={30} stroke={1.5} />,
        words: 'No officer has removed a record from a phone.',
      }}
    />
  );
}

const officersGrammar = plainGrammar(placeAndDays);

const number = (
  key: 'late' | 'cheaper' | 'letIn' | 'takenOut',
  header: string,
): Column<LateCount> => ({
  key,
  header,
  width: 130,
  align: 'end',
  cell: (row) => count(row[key]),
});

const columns: Column<LateCount>[] = [
  {
    key: 'officer',
    header: 'Officer',
    cell: ({ officer }) => <TwoLine second={officer.role}>{officer.name}</TwoLine>,
  },
  number('late', 'Late'),
  number('cheaper', 'Made at a lower fee'),
  number('letIn', 'Accepted'),
  number('takenOut', 'Removed'),
];

/** The officers whose records arrive late, and how many of those were made on a cheaper day. */
function OfficersTab({ tabs }: { tabs: ReactNode }) {
  const steps = useListAddress(officersGrammar);
  const set = { filters: steps.address.filters, filter: steps.filter };
  const question = JSON.stringify(set.filters);
  const answer = useLoaded(question, (signal) =>
    dataOf(countLateRecords, { query: sentFilters(set.filters), signal }),
  );
  return (
    <AddressedList
      title="Late records"
      detail="Records that arrived more than 15 minutes after they were made. These figures count each record on the day it arrived."
      steps={steps}
      list={wholeList(answer, question)}
      nouns={['officer', 'officers']}
      tabs={tabs}
      filters={shownFilters([daysFilter(set), ...usePlaceFilters(set)])}
      columns={columns}
      rowKey={({ officer }) => officer.id}
      renderCard={(row) => (
        <ListCard
          name={row.officer.name}
          detail={`${count(row.cheaper)} made at a lower fee, ${count(row.letIn)} accepted, ${count(row.takenOut)} removed`}
          mark={<b>{count(row.late)} late</b>}
          reference={row.officer.role}
          openName={row.officer.name}
        />
      )}
      empty={{
        heading: 'No items found',
        icon: <IconClockCheck size={30} stroke={1.5} />,
        words: 'On these days every record arrived within 15 minutes.',
      }}
    />
  );
}
