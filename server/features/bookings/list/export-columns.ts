import type { Booking } from '#contract/bookings.ts';
import { stageOf, type TicketStage } from '#contract/owed.ts';
import { columnsOf } from '#server/lists/table.ts';

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

export const bookingColumns = [
  text('Reference', 19, ({ _id }) => _id.slice(10)),
  moment('Date', ({ captured, createdAt }) => captured?.madeAt ?? createdAt),
  moment('Received', ({ createdAt }) => createdAt),
  text('State', 16, stateOf),
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
  amount('Amount (naira)', 15, ({ price }) => price),
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
