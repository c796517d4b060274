import { Link } from 'react-router';
import { shownPlate } from '#contract/identities.ts';
import {
  obligationRegister,
  obligations,
  obligationStates,
} from '#contract/modules/after-ticket/obligations.ts';
import { nounsOf } from '#contract/records.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { openingState } from '#web/lists/use-address.ts';
import { ObligationItem } from '#web/modules/after-ticket/obligations/obligation-item.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const screen: RegisterScreen<typeof obligationRegister> = {
  of: obligationRegister,
  title: 'Obligations',
  nouns: nounsOf('obligation'),
  ticketOf: ({ booking: id, plate }) => ({ id, plate }),
  columns: [
    {
      key: 'kind',
      header: 'Kind',
      cell: ({ kind, words }) => <TwoLine second={words}>{obligations[kind].words}</TwoLine>,
    },
    { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
    { key: 'due', header: 'Due', width: 120, cell: ({ dueDay }) => dueDay ?? '–' },
    {
      key: 'state',
      header: 'Status',
      cell: ({ state, reason }) => <TwoLine second={reason}>{obligationStates[state]}</TwoLine>,
    },
  ],
  card: ({ dueDay, kind, words, zone, state }) => ({
    when: dueDay === null ? '' : `Due ${dueDay}`,
    name: obligations[kind].words,
    detail: `${words}, ${zone}`,
    reference: obligationStates[state],
  }),
  nameOf: ({ words, plate }) => `${words}, ${shownPlate(plate)}`,
  empty: {
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: 'There are no obligations with this status.',
  },
};

/** What penalties ask for besides money, by how it stands. */
export default function ObligationsPage() {
  return (
    <RegisterPage screen={screen}>
      {({ address: { open }, close }, { reload }) =>
        open !== '' && <OpenObligation key={open} id={open} onClose={close} onChanged={reload} />
      }
    </RegisterPage>
  );
}

ObligationsPage.help =
  'This page lists what drivers must do besides paying, and by when. Open the ticket to record what was done, unless you issued it. Another zonal head or state admin must confirm a waiver. They can also reopen an obligation marked as done by mistake.';

interface OpenObligationProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One obligation with its next step, and the way to its ticket. */
function OpenObligation({ id, onClose, onChanged }: OpenObligationProps) {
  const [booking = ''] = id.split('-');
  const { data, failure, reload } = useLoaded(id, (signal) =>
    call(obligationRegister.list, { query: { booking, limit: 100 }, signal }),
  );
  const found = data?.data.find((one) => one.id === id);
  return (
    <Dialog opened onClose={onClose} title={found ? obligations[found.kind].words : 'Obligation'}>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {data && !found && <Notice kind="soft">You cannot see this obligation.</Notice>}
      {found && (
        <div className="column gap-4">
          <p>
            {found.offence}, {found.zone}. Ticket:{' '}
            <Link to={recordAddress('booking', booking)} state={openingState}>
              {found.plate || 'Open ticket'}
            </Link>
          </p>
          <div>
            <b>{found.words}</b>
            <ObligationItem
              obligation={found}
              onChanged={() => {
                reload();
                onChanged();
              }}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}
