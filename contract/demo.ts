/** The password of everybody who tries the demo. */
export const demoPassword = 'hanya-demo-pass';

/** The accounts of the demo in the order of its staff, with what each is good for trying. */
export const demoSignIns = [
  {
    email: 'state-admin@hanya.test',
    title: 'State admin',
    tries: 'Confirm a new fee that a colleague has proposed.',
  },
  {
    email: 'zonal-head@hanya.test',
    title: 'Zonal head',
    tries: 'See what officers in Zaria booked and what drivers paid.',
  },
  {
    email: 'booking-officer@hanya.test',
    title: 'Booking officer',
    tries: 'Book an offence, start the payment and clear the vehicle.',
  },
  {
    email: 'operator@hanya.test',
    title: 'Operator',
    tries: 'Book at the roadside and start payments.',
  },
  {
    email: 'observer@hanya.test',
    title: 'Observer',
    tries: 'Read everything without changing anything.',
  },
  {
    email: 'second-state-admin@hanya.test',
    title: 'Second state admin',
    tries: 'Answer an objection, or confirm what the first admin proposes.',
  },
  {
    email: 'all-states-admin@hanya.test',
    title: 'State admin for all states',
    tries: 'Open Operations to see how the server is doing.',
  },
] as const;
