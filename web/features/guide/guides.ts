import type { Role } from '#contract/roles.ts';

/** A day of work: steps in their order, what is never done, and whom one asks. */
interface Guide {
  steps: string;
  never: string;
  ask: string;
}

/** For whoever makes records on a phone. */
const brokenPhone =
  'A broken phone that still starts only needs a network: press Send all now in the Outbox. Make what waited on a dead one anew on another phone, from its papers, and tell your zonal head.';

export const guides: Readonly<Record<Exclude<Role, 'guest'>, Guide>> = {
  'booking officer': {
    steps:
      'Sign in while you have a network, and begin your shift on My day. At a stop, press Booking and type the plate first: what is known fills in the rest. Add each offence from the list; the price is set by the catalogue. Press Submit: the booking is stored on the phone, and sent once there is a network. Press Show to driver, or print the ticket, and let the driver scan the code. When a driver says that it is paid, open the ticket and press Check Status. Once it says Ticket Paid, hand back what is held and press Clear Vehicle. A crash goes under Collision, with a picture or a video. At the end, look into the Outbox until it is empty, and end your shift.',
    never:
      'Never take money, in no form and from nobody. Never clear a vehicle because of a paper: only Ticket Paid counts. Never book under another person’s account. Never delete Hanya or the browser’s data while something waits to be sent.',
    ask: `Report a mistake from the ticket itself: your zonal head corrects or withdraws it. ${brokenPhone}`,
  },
  'zonal head': {
    steps:
      'Look at Base for what your zone booked and was paid. Open Late records, and let in or refuse what came late. Open reported mistakes, and correct or withdraw with a reason. Look at Paid for vehicles that wait too long. After the shifts, compare Cash-up by officer with the papers of each officer. Once a week, read Withdrawals by officer and Reconciliation of your zone. When an officer’s phone is lost, take it out of use under Check a ticket.',
    never:
      'Never withdraw a ticket without a reason that another person understands. Never decide about a record of your own. Never let in a late record whose officer can’t explain it.',
    ask: 'A state admin decides about money in doubt, fees and accounts.',
  },
  'state admin': {
    steps:
      'Open Needs you, and decide the oldest first. Look at Operations: what is wrong stands on top, with what to do. Settle Payment exceptions by a proposal that another state admin confirms. Send the statements of gateway and bank under Reconciliation, and look at each difference. Propose fees of a new gazette under Fees, with their day. Add and switch off people under Users on the day they come or leave. Keep phone, office and hours up to date under Organisation.',
    never:
      'Never confirm what you began yourself, and never share an account to do so. Never add a second state admin who is not another person. Never mark money as settled before you have seen it at the gateway.',
    ask: 'Another state admin confirms; whoever runs the server answers alarms.',
  },
  operator: {
    steps:
      'Sign in while you have a network. Look up a plate by the search before a vehicle is stopped for longer. Record a crash under Collision, with its vehicles, witnesses, and a picture or a video. Check a ticket’s code under Check a ticket. Open Unpaid Bookings to tell a driver what is still to pay. At the end, look into the Outbox until it is empty.',
    never:
      'Never take money, in no form and from nobody. Never promise that a ticket is withdrawn. Never tell a name or a phone to somebody who is not concerned.',
    ask: `Your zonal head answers what you may not open. ${brokenPhone}`,
  },
  observer: {
    steps:
      'Look at Base, then at Reports for the days you examine. Open Reconciliation: issued is paid, outstanding and withdrawn together. Read Withdrawals by officer, and open each reason. Read Activity by day or person, and export it. Open a record for its history, and for who has seen it.',
    never:
      'Never ask an officer for a password to see more. Never pass on an export with names to somebody who is not concerned. Never take a screen for the proof: the history and the daily root are.',
    ask: 'A state admin changes what you found to be wrong.',
  },
};

/** Sentences of a text, one by one. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!]) /);
