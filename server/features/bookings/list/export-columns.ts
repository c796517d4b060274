import type { Booking } from '#contract/bookings.ts';
import type { Cell, Column } from '#server/lists/commands.ts';
import { momentOf } from '#server/time.ts';

interface BookingColumn extends Column {
  readonly cell: (booking: Booking) => Cell;
}

const text = (name: string, width: number, cell: BookingColumn['cell']): BookingColumn => ({
  name,
  width,
  cell,
  kind: 'text',
});
const moment = (name: string, of: (booking: Booking) => string | null): BookingColumn => ({
  name,
  width: 17,
  cell: (booking: Booking) => momentOf(of(booking)),
  kind: 'moment',
});

function stateOf({ paid, completed, withdrawal }: Booking): string {
  if (withdrawal) return 'Withdrawn';
  if (completed) return 'Completed';
  return paid ? 'Ticket Paid' : 'Ticket Issued';
}

export const bookingColumns: readonly BookingColumn[] = [
  text('Reference', 19, ({ _id }) => _id.slice(10)),
  moment('Date', ({ captured, createdAt }) => captured?.madeAt ?? createdAt),
  moment('Received', ({ createdAt }) => createdAt),
  text('State', 13, stateOf),
  text('Organisation', 13, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  text('Driver Name', 26, ({ name }) => name),
  text('Phone', 16, ({ phoneNo }) => phoneNo),
  text('Second Phone', 16, ({ phoneTwo }) => phoneTwo),
  text('License', 18, ({ license }) => license),
  text('Vehicle Registration', 18, ({ registration }) => registration),
  text('Vehicle Type', 16, ({ vehicleType }) => vehicleType),
  text('Make', 14, ({ make }) => make),
  text('Model', 14, ({ model }) => model),
  text('Color', 12, ({ color }) => color),
  text('Offences', 44, ({ offence }) => offence.map(({ id, name }) => `${id} ${name}`).join('; ')),
  { name: 'Amount (naira)', kind: 'amount', width: 15, cell: ({ price }) => price },
  text('Bill Reference', 16, ({ billRef }) => billRef ?? ''),
  text('Receipt', 16, ({ receipt }) => receipt),
  moment('Paid', ({ paidAt }) => paidAt),
  moment('Cleared', ({ completedAt }) => completedAt),
  text('Cleared By', 22, ({ completedBy }) => completedBy?.name ?? ''),
  text('Confiscations', 30, ({ confiscations }) => confiscations.join('; ')),
  text('Team', 14, ({ team }) => team),
  text('Location', 24, ({ location }) => location),
  text('Booked By', 22, ({ createdBy }) => createdBy.name),
  moment('Withdrawn', ({ withdrawal }) => withdrawal?.at ?? null),
  text('Withdrawn By', 22, ({ withdrawal }) => withdrawal?.by.name ?? ''),
  text('Withdrawal Reason', 40, ({ withdrawal }) => withdrawal?.reason ?? ''),
];
