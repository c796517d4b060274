import { fieldsWith } from '#contract/booking-corrections.ts';
import { type FieldWith, rowOf } from '#contract/booking-rows.ts';
import type { Booking } from '#contract/bookings.ts';
import { stageOf, type TicketStage } from '#contract/owed.ts';
import { columnsOf } from '#server/lists/table.ts';
import { bookingReference } from '#server/references.ts';

const { text, amount, moment } = columnsOf<Booking>();

const stateWords: Readonly<Record<TicketStage, string>> = {
  issued: 'Ticket Issued',
  paid: 'Ticket Paid',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
  decided: 'Decided in court',
};

const stateOf = ({ paid, completed, withdrawal, decision }: Booking): string =>
  stateWords[
    stageOf({ paid, completed, isWithdrawn: withdrawal !== null, isDecided: decision !== null })
  ];

const field = (title: string, width: number, of: FieldWith<'exported'>) => ({
  ...text(title, width, (booking) => booking[of]),
  of,
});

const ownColumns = [
  text('Reference', 19, ({ _id }) => bookingReference(_id)),
  moment('Date', ({ captured, createdAt }) => captured?.madeAt ?? createdAt),
  moment('Received', ({ createdAt }) => createdAt),
  text('Status', 16, stateOf),
  text('Organisation', 13, ({ organisation }) => organisation),
  field('Zone', 16, 'zone'),
  field('Driver Name', 26, 'name'),
  field('Phone', 16, 'phoneNo'),
  field('Second Phone', 16, 'phoneTwo'),
  field('License', 18, 'license'),
  field('Vehicle Registration', 18, 'registration'),
  field('Vehicle Type', 16, 'vehicleType'),
  field('Make', 14, 'make'),
  field('Model', 14, 'model'),
  field('Color', 12, 'color'),
  text('Offences', 44, ({ offence }) => offence.map(({ id, name }) => `${id} ${name}`).join('; ')),
  amount('Amount (naira)', 15, ({ price }) => price),
  text('Bill Reference', 16, ({ billRef }) => billRef ?? ''),
  text('Receipt', 16, ({ receipt }) => receipt),
  moment('Paid', ({ paidAt }) => paidAt),
  moment('Cleared', ({ completedAt }) => completedAt),
  text('Cleared By', 22, ({ completedBy }) => completedBy?.name ?? ''),
  text('Confiscations', 30, ({ confiscations }) => confiscations.join('; ')),
  field('Team', 14, 'team'),
  field('Location', 24, 'location'),
  text('Booked By', 22, ({ createdBy }) => createdBy.name),
  moment('Withdrawn', ({ withdrawal }) => withdrawal?.at ?? null),
  text('Withdrawn By', 22, ({ withdrawal }) => withdrawal?.by.name ?? ''),
  text('Withdrawal Reason', 40, ({ withdrawal }) => withdrawal?.reason ?? ''),
];

const others = fieldsWith('exported').filter(
  (exported) => !ownColumns.some((column) => 'of' in column && column.of === exported),
);
export const bookingColumns = [
  ...ownColumns,
  ...others.map((other) => field(rowOf(other).label, 16, other)),
];
