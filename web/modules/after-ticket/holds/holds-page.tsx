import { Navigate } from 'react-router';
import { shownPlate } from '#contract/identities.ts';
import { holdRegister, holdStates } from '#contract/modules/after-ticket/holds.ts';
import { nounsOf } from '#contract/records.ts';
import { dateOf } from '#web/format/time.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { IconScale } from '#web/ui/icons.ts';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const holds: RegisterScreen<typeof holdRegister> = {
  of: holdRegister,
  title: 'Holds',
  nouns: nounsOf('hold'),
  ticketOf: ({ booking: id, plate }) => ({ id, plate }),
  columns: [
    {
      key: 'for',
      header: 'Held for',
      cell: ({ forWhom, reason }) => <TwoLine second={reason}>{forWhom}</TwoLine>,
    },
    { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
    {
      key: 'until',
      header: 'Until',
      width: 140,
      cell: ({ until, state }) => <TwoLine second={holdStates[state]}>{until ?? '–'}</TwoLine>,
    },
    {
      key: 'set',
      header: 'Set by',
      cell: ({ by, at }) => <TwoLine second={dateOf(at)}>{by.name}</TwoLine>,
    },
  ],
  card: ({ at, forWhom, zone, reason, state, until }) => ({
    when: dateOf(at),
    name: forWhom,
    detail: `${zone}: ${reason}`,
    reference: state === 'in force' && until !== null ? `Until ${until}` : holdStates[state],
  }),
  nameOf: ({ plate }) => `hold on ${shownPlate(plate)}`,
  empty: {
    icon: <IconScale size={30} stroke={1.5} />,
    words: 'There are no holds with this status. To hold a ticket, open it.',
  },
};

/** Tickets that are kept from erasure, or were; each leads to its ticket. */
export default function HoldsPage() {
  return (
    <RegisterPage screen={holds}>
      {({ address: { open } }, { rows }) => {
        const hold = rows.find(({ id }) => id === open);
        return hold && <Navigate replace to={recordAddress('booking', hold.booking)} />;
      }}
    </RegisterPage>
  );
}

HoldsPage.help =
  'This page lists the tickets that are on hold for a court or authority. While a hold is in force, Hanya does not erase the personal data in the ticket. Open a ticket to set or lift a hold with a reason. Only a zonal head or state admin who did not set the hold can lift it.';
