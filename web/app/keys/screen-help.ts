import { help as afterTicket } from '#web/modules/after-ticket/help.ts';
import { help as fieldWork } from '#web/modules/field-work/help.ts';
import { help as money } from '#web/modules/money/help.ts';
import { help as reports } from '#web/modules/reports/help.ts';
import type { ScreenPath } from '../screens.tsx';

/** Four sentences a screen: what it is for, what one does, what happens next, and who goes on. */
export const screenHelp: Readonly<Record<ScreenPath, string>> = {
  '/': 'Base shows what your place booked and was paid today. Choose a day, week, month or year, and press a figure for its bookings. New bookings appear by themselves. Ask your zonal head about a figure that looks wrong.',
  '/map':
    'The map shows bookings and collisions where they were recorded. Press a mark to open its record. Marks change as tickets are paid and cleared. A record without a position is found in its list.',
  '/unpaid':
    'Here are the tickets that nobody has paid yet. Open one to show it to its driver, print it, or check its payment. Once the gateway confirms the payment, it moves to Paid. A zonal head or state admin withdraws or corrects a wrong one.',
  '/paid':
    'Here are the paid tickets whose vehicle is not cleared. Compare the plate, hand back what is held, and press Clear Vehicle. The ticket moves to Completed, with your name. If the money is in doubt, ask a state admin before you clear.',
  '/completed':
    'Here are the tickets that are paid and cleared. Open one to read it, or to print its receipt or clearance slip. Nothing is changed here any more. A state admin answers what a driver still asks.',
  '/bookings':
    'Here are the bookings of every stage, with those withdrawn. Narrow them down by day, zone, officer or offence. Choose rows to print their tickets or export them. Whoever sees history finds in a record who did what.',
  '/collisions':
    'Here are the recorded accidents. Open one for its vehicles, witnesses, pictures and video. Files that are still on a phone follow by themselves. Ask the officer who recorded it for what is missing.',
  '/drivers':
    'This screen shows how driving tests will be listed. Its rows are samples. Nothing is kept or sent from here. A state admin says when tests begin.',
  '/unpaid-insurance':
    'This screen shows how vehicles without insurance will be listed. Its rows are samples. Nothing is kept or sent from here. A state admin says when insurance begins.',
  '/insurance':
    'This screen shows how regularised insurance will be listed. Its rows are samples. Nothing is kept or sent from here. A state admin says when insurance begins.',
  '/report':
    'From here one reaches the reports on money and on field work. Choose one by its name. Each has days and places to choose. What is closed to your role is not shown; a state admin sees all.',
  '/exceptions':
    'Here is money that the gateway shows and that can’t count by itself. Read what was found, and propose how it is settled. Another state admin confirms, and only then it counts. Until then the driver should not pay again.',
  '/fees':
    'Here stand the fees of all offences, and those to come. Propose a new fee with the day it begins. It counts once another state admin has confirmed it. Tickets of before keep their price.',
  '/withdrawals':
    'This report says how many bookings of each officer were withdrawn. Choose days and zone, and open a row. You see each withdrawal with its reason. A zonal head speaks with the officer.',
  '/waiting':
    'Here is what waits for your decision. Open the oldest first. What you decide leaves this list, and is written in the history. What you began yourself waits for another state admin.',
  '/activity':
    'Here is who did what, and when. Choose day, person or kind. The list can be exported. Ask a state admin if somebody did what they should not.',
  '/cash-up':
    'This report says what each officer booked and what was paid, by day. Choose a day, and compare with the officers’ papers. A figure opens its bookings. What is missing you settle with the officer, then with a state admin.',
  '/outbox':
    'Here is what is still on this phone. Look whether something was refused, and mend it. Everything else is sent by itself with a network. If the phone breaks before that, the Guide says what to do.',
  '/late-records':
    'Here are records that reached the authority long after they were made. Read why, then let each in or refuse it. A record that is let in counts for its day. Its officer sees in the Outbox what was decided.',
  '/dossier':
    'Here is all that is recorded of one plate, licence or phone. Compare it with the driver before you. Each line opens its record. That you looked is written down.',
  '/admin':
    'Here are all who work with Hanya. Add a person, or open one to change role, zone or place. A new person sets their password by a mailed link. Switch off an account on the day its owner leaves.',
  '/profile':
    'Here is your own account. Change your picture and your phone. Role, zone and email are given by a state admin. Password and second factor stand under Security.',
  '/security':
    'Here you guard your account. Set up a second factor, and keep its recovery codes on paper. End sessions that you don’t know. If your phone is lost, tell a state admin at once.',
  '/organisation':
    'Here stands how drivers reach your authority. Write phone, office and hours as they should read on tickets. They appear on papers and on the public page at once. Drivers ask there, and not the officer.',
  '/operations':
    'Here stands whether the product works as it should. What is wrong stands first, with what to do. Failed work is tried again, or done by hand. Whoever runs the server looks at the rest.',
  '/guide':
    'Here is what each role does in a day. Read it once, and print it for your desk. An officer can practise a booking where records are made up. A state admin prints it for any role.',
  ...money,
  ...afterTicket,
  ...reports,
  ...fieldWork,
};
