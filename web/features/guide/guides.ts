import type { Role } from '#contract/roles.ts';

/** A day of work: steps in their order, what is never done, and whom one asks. */
interface Guide {
  steps: string;
  never: string;
  ask: string;
}

/** For whoever makes records on a phone. */
const brokenPhone =
  'If your phone is broken but still starts, find a network and press Send all now in the Outbox. If it is dead, make its records again on another phone from the papers, and tell your zonal head.';

export const guides: Readonly<Record<Exclude<Role, 'guest'>, Guide>> = {
  'booking officer': {
    steps:
      'Sign in while you have a network, and begin your shift on My day. At a stop, press Booking and enter the plate first, so that Hanya fills in what it knows. Add each offence from the list, at the price in the catalogue. Press Submit, and Hanya stores the booking on the phone and sends it when there is a network. Press Show to driver, or print the ticket, and let the driver scan the code. When a driver says they have paid, open the ticket and press Check Status. When it says Ticket Paid, hand back what you hold and press Clear Vehicle. Record a crash under Collision, with a picture or a video. At the end, check that the Outbox is empty, and end your shift.',
    never:
      'Never take money, in any form or from anybody. Never clear a vehicle because of a paper, only when Hanya says Ticket Paid. Never book under another person’s account. Never delete Hanya or the browser’s data while the Outbox has records.',
    ask: `Report a mistake from the ticket itself. Your zonal head corrects or withdraws it. ${brokenPhone}`,
  },
  'zonal head': {
    steps:
      'Look at Base for the bookings and payments of your zone. Open Late records, and let in or keep out what came late. Open reported mistakes, and correct or withdraw the booking with a reason. Look at Paid for vehicles that wait too long. After the shifts, compare Cash-up by officer with the papers of each officer. Once a week, read Withdrawals by officer and the Reconciliation of your zone. When an officer loses a phone, take it out of use under Check a ticket.',
    never:
      'Never withdraw a ticket without a reason that another person understands. Never decide about your own records. Never let in a late record that its officer cannot explain.',
    ask: 'Ask a state admin about payments in doubt, fees and accounts.',
  },
  'state admin': {
    steps:
      'Open Needs you, and decide the oldest first. Look at Operations, which has problems at the top and says what to do. Propose how to settle each payment exception, for a second person to confirm. Upload the statements of the payment gateway and the bank under Reconciliation, and look at each difference. Propose the fees of a new gazette under Fees, with their first day. Add people under Users on the day they come, and deactivate them on the day they leave. Keep the phone, office and hours up to date under Organisation.',
    never:
      'Never confirm what you proposed yourself, and never share an account to do so. Never add a second state admin who is not another person. Never mark money as settled before you have seen it at the payment gateway.',
    ask: 'Another state admin confirms what you propose. The person who runs the server answers alarms.',
  },
  operator: {
    steps:
      'Sign in while you have a network. Search for the plate before you hold a vehicle for longer. Record a crash under Collision, with its vehicles and witnesses and a picture or a video. Check the code of a ticket under Check a ticket. Open Unpaid Bookings to tell a driver what they still have to pay. At the end, check that the Outbox is empty.',
    never:
      'Never take money, in any form or from anybody. Never promise that a ticket will be withdrawn. Never give a name or a phone number to anybody who does not need it.',
    ask: `If you cannot open something, ask your zonal head. ${brokenPhone}`,
  },
  observer: {
    steps:
      'Look at Base, then at Reports for the days you examine. Open Reconciliation, where paid, outstanding and withdrawn tickets add up to the issued ones. Read Withdrawals by officer, and open each reason. Read Activity by day or person, and export it. Open a record to see its history and who has seen it.',
    never:
      'Never ask an officer for a password to see more. Never pass on an export with names to anybody who does not need it. Never take a screen as proof, because the proof is the history and the daily root.',
    ask: 'If you find something wrong, ask a state admin to correct it.',
  },
};

/** Sentences of a text, one by one. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!]) /);
