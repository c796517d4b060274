import type { Role } from '#contract/roles.ts';

/** A day of work: steps in their order, what is never done, and whom one asks. */
interface Guide {
  steps: string;
  never: string;
  ask: string;
}

/** For whoever makes records on a phone. */
const brokenPhone =
  'If your phone is broken but still starts, find a network and select Send all now in the Outbox. If the phone does not start, enter its records again on another phone from your paper copies. Tell your zonal head.';

export const guides: Readonly<Record<Exclude<Role, 'guest'>, Guide>> = {
  'booking officer': {
    steps:
      'Sign in while you have a network, and start your shift on My day. At a stop, select Booking and enter the plate first, so that Hanya can fill in what it knows. Add each offence from the list, at the price in the catalogue. Select Submit. Hanya will store the booking on the phone and send it when there is a network. Select Show to driver, or print the ticket, and let the driver scan the code. When a driver says they have paid, open the booking and select Check Status. When the booking shows Ticket Paid, hand back what you hold and select Clear Vehicle. Record a collision under Collision, with a picture or a video. At the end, check that the Outbox is empty, and end your shift.',
    never:
      'Never take money in any form, from anybody. Never clear a vehicle until Hanya shows Ticket Paid, whatever a paper says. Never book under another person’s account. Never delete Hanya or the browser’s data while the Outbox has records.',
    ask: `Report a mistake from the booking itself. Your zonal head can correct or withdraw the booking. ${brokenPhone}`,
  },
  'zonal head': {
    steps:
      'Look at Base for the bookings and payments in your zone. Open Late records, and accept or refuse each record. Open each reported mistake, and correct or withdraw the booking with a reason. Look at Paid & Awaiting Clearance for vehicles that have waited too long. After the shifts, compare Cash-up by officer with each officer’s papers. Once a week, read Withdrawals by officer and your zone’s Reconciliation. When an officer loses a phone, take the phone out of use under Check a ticket.',
    never:
      'Never withdraw a booking without a reason that another person understands. Never decide on your own records. Never accept a late record that its officer cannot explain.',
    ask: 'Ask a state admin about fees, accounts, and payments that may be wrong.',
  },
  'state admin': {
    steps:
      'Open Needs you, and decide the oldest first. If you work for all states, look at Operations, which lists problems first and says what to do. Propose how to settle each payment exception, for a second person to confirm. Under Reconciliation, send the statements from the payment gateway and the bank, and look at each difference. Under Fees, propose the fees in a new gazette, with their first day. Add people under Users on the day they start, and deactivate them on the day they leave. When somebody loses a phone, open that person under Users and take the phone out of use. Keep the authority’s phone number, office and hours up to date under Organisation.',
    never:
      'Never confirm what you proposed yourself, and never share an account to do so. Never create a second state admin account for yourself. Never settle an exception before you have checked the money at the payment gateway.',
    ask: 'Another state admin must confirm what you propose. The person who runs the server deals with alarms.',
  },
  operator: {
    steps:
      'Sign in while you have a network. Search for the plate before you decide to hold a vehicle. Record a collision under Collision, with its vehicles, its witnesses, and a picture or a video. Check a ticket’s code under Check a ticket. Open Unpaid Bookings to tell a driver what they still have to pay. At the end, check that the Outbox is empty.',
    never:
      'Never take money in any form, from anybody. Never promise that a ticket will be withdrawn. Never give a name or a phone number to anybody who does not need it.',
    ask: `If you cannot open something, ask your zonal head. ${brokenPhone}`,
  },
  observer: {
    steps:
      'Look at Base, then at Reports for the days you examine. Open Reconciliation, where paid, outstanding and withdrawn bookings add up to the issued bookings. Read Withdrawals by officer, and open each reason. Read Activity by day or person, and export it. Open a record to see its history and who has seen it.',
    never:
      'Never ask an officer for a password to see more. Never pass on an export with names to anybody who does not need it. Never treat a screen as proof, because only the audit trail is proof.',
    ask: 'If you find something wrong, ask a state admin to correct it.',
  },
};

/** Sentences of a text, one by one. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!]) /);
