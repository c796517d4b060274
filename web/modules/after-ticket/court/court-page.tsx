import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  batchNumber,
  caseRegister,
  caseStates,
  type CourtCase,
  draftCases,
  listCourts,
  readBatch,
} from '#contract/modules/after-ticket/court.ts';
import { nounsOf } from '#contract/records.ts';
import { dataOf } from '#web/api/call.ts';
import { useMayOnDuty } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconScale } from '#web/ui/icons.ts';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { BatchHead, batchAddress } from './batch-head.tsx';
import { CaseDetail } from './case-detail.tsx';

const offencesOf = ({ charges }: CourtCase) => charges.map(({ offence }) => offence).join(', ');
const hearingOf = ({ hearing }: CourtCase) =>
  hearing === null ? 'no hearing yet' : `${hearing.day}, ${hearing.place}`;

const columns: RegisterScreen<typeof caseRegister>['columns'] = [
  { key: 'offences', header: 'Offences', cell: offencesOf },
  { key: 'amount', header: 'Amount', width: 110, align: 'end', cell: ({ price }) => naira(price) },
  { key: 'due', header: 'Due', width: 110, cell: ({ dueDay }) => dueDay ?? '–' },
  {
    key: 'court',
    header: 'Court and hearing',
    cell: (one) =>
      one.batch === null ? (
        '–'
      ) : (
        <TwoLine
          second={
            <>
              <Link to={batchAddress(one.batch)}>
                {one.number || `Batch ${batchNumber(one.batch)}`}
              </Link>
              , {hearingOf(one)}
            </>
          }
        >
          {one.court}
        </TwoLine>
      ),
  },
];

const cases: RegisterScreen<typeof caseRegister> = {
  of: caseRegister,
  title: 'Court cases',
  nouns: nounsOf('case'),
  ticketOf: ({ id, plate }) => ({ id, plate }),
  columns,
  card: (one) => ({
    when: one.dueDay === null ? '' : `Due ${one.dueDay}`,
    name: naira(one.price),
    detail: `${offencesOf(one)}, ${one.zone}`,
    reference: one.hearing === null ? caseStates[one.state] : hearingOf(one),
  }),
  nameOf: ({ plate }) => plate,
  useMoreFilters: ({ filters: { batch }, filter }) => [
    {
      key: 'batch',
      label: 'Batch',
      value: batch === undefined ? null : batchNumber(batch),
      offered: false,
      onRemove: () => filter({ batch: undefined }),
      render: () => <p>{batch}</p>,
    },
  ],
  empty: {
    icon: <IconScale size={30} stroke={1.5} />,
    words: 'There are no cases with this status.',
  },
};

/** Those of every state, such as of one batch. */
const allCases: typeof cases = {
  ...cases,
  columns: [
    ...columns,
    { key: 'status', header: 'Status', width: 150, cell: ({ state }) => caseStates[state] },
  ],
  card: (one) => ({
    ...cases.card(one),
    reference: `${caseStates[one.state]}, ${hearingOf(one)}`,
  }),
  empty: { ...cases.empty, words: 'There are no cases yet.' },
};

/** Before they are cases. */
const tickets: typeof cases = {
  ...cases,
  nouns: ['ticket', 'tickets'],
  empty: {
    ...cases.empty,
    words: 'There are no tickets to refer to court yet.',
  },
};

/** Chosen, they go into a draft. */
const ticketsToRefer: typeof cases = {
  ...tickets,
  chosenActions: (ids) => <ReferButton ids={ids} />,
};

/** Puts chosen tickets into a draft of a batch, which a court officer then locks. */
function ReferButton({ ids }: { ids: readonly string[] }) {
  const [opened, setOpened] = useState(false);
  const [court, setCourt] = useState('');
  const { busy, refusal, run } = useRun();
  const navigate = useNavigate();
  if (ids.length === 0) return null;

  async function refer(): Promise<void> {
    await run(
      async () => {
        const drafted = await dataOf(draftCases, { body: { court, bookings: [...ids] } });
        void navigate(batchAddress(drafted.batch));
        return drafted;
      },
      ({ cases: added }) =>
        `${plural(added, 'ticket')} added to a draft. Lock the batch to refer the tickets.`,
    );
  }

  return (
    <>
      <Button onClick={() => setOpened(true)}>Refer to court</Button>
      {opened && (
        <Dialog
          opened
          onClose={() => setOpened(false)}
          title={`Refer ${plural(ids.length, 'ticket')}`}
        >
          <form
            className="column gap-5"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) void refer();
            }}
          >
            <p>
              The tickets will go into a draft batch first. A court officer locks the batch to refer
              the tickets to court. Nobody can change a locked batch.
            </p>
            <RefusalNotice>{refusal}</RefusalNotice>
            <CourtField of={ids[0] ?? ''} value={court} onChoose={setCourt} />
            <div>
              <Button type="submit" variant="primary" loading={busy} loadingLabel="Adding">
                Add to a draft
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

interface CourtFieldProps {
  /** A ticket of the organisation. */
  of: string;
  value: string;
  onChoose: (court: string) => void;
}

/** A court that the ticket rules list; where they list none, any. */
function CourtField({ of: id, value, onChoose }: CourtFieldProps) {
  const { data: courts, failure } = useLoaded(id, (signal) =>
    dataOf(listCourts, { params: { id }, signal }),
  );
  if (courts === null && failure === null) return <LoadingNote>Loading the courts</LoadingNote>;
  const field = {
    label: 'Court',
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChoose(currentTarget.value),
  };
  if (courts === null || courts.length === 0)
    return (
      <TextField
        {...field}
        hint={failure ?? 'There are no courts in the ticket rules yet.'}
        maxLength={120}
      />
    );
  const options = courts.map((court) => ({ value: court, label: court }));
  return <ChoiceField {...field} options={[{ value: '', label: 'Select' }, ...options]} />;
}

interface CasesProps {
  screen: typeof cases;
  head?: ReactNode;
  onChanged?: () => void;
}

function Cases({ screen, head, onChanged }: CasesProps) {
  return (
    <RegisterPage screen={screen} head={head}>
      {({ address: { open: id }, close }, { reload }) =>
        id !== '' && (
          <CaseDetail
            key={id}
            id={id}
            onClose={close}
            onChanged={() => {
              reload();
              onChanged?.();
            }}
          />
        )
      }
    </RegisterPage>
  );
}

/** The cases of one batch, below what it is. */
function BatchCases({ id, screen }: { id: string; screen: typeof cases }) {
  const batch = useLoaded(id, (signal) => dataOf(readBatch, { params: { id }, signal }));
  /** Its lock changes every row. */
  const [locked, setLocked] = useState(0);
  const head = (
    <BatchHead
      batch={batch}
      onLocked={() => {
        batch.reload();
        setLocked(locked + 1);
      }}
    />
  );
  return <Cases key={locked} screen={screen} head={head} onChanged={batch.reload} />;
}

/** Tickets that may be referred to court, and those that were. */
export default function CourtPage() {
  const [given] = useSearchParams();
  const mayRefer = useMayOnDuty(draftCases);
  const state = given.get('state') ?? 'open';
  const open = mayRefer ? ticketsToRefer : tickets;
  const screen = state === 'open' ? open : state === 'all' ? allCases : cases;
  const batch = caseRegister.narrowing.batch.safeParse(given.get('batch') ?? undefined).data;
  return batch === undefined ? (
    <Cases screen={screen} />
  ) : (
    <BatchCases key={batch} id={batch} screen={screen} />
  );
}

CourtPage.help =
  'This page lists tickets that can be referred to court, and tickets already referred. Select tickets and add them to a draft batch. A court officer opens the batch and locks it, then records hearings and court decisions. Two state admins assign the duty of court officer.';
