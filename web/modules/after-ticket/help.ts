/** What each of its screens is for, as the help of all screens says it. */
export const help = {
  '/disputes':
    'Here is what booked people say against their tickets. Open one, read it beside its ticket, and answer with a reason. Whoever issued a ticket does not answer, nor does a zonal head. Two state admins give the duty.',
  '/court':
    'Here are tickets that may be referred to court, and those that were. Choose some and put them into a draft. A court officer locks it, notes hearings and what the court decided. Two state admins give that duty.',
  '/obligations':
    'This list says what has to be done besides paying, and by when. Open its ticket, and say there what was done, unless you issued it. A zonal head or state admin confirms waivers of others. They also open again what was noted as done by mistake.',
  '/holds':
    'Here are the tickets that a court or authority may ask for. While a hold is in force, nobody becomes unreadable in its ticket. Open one, or any ticket, to lift or set it there, for a reason. A zonal head or state admin lifts it, never whoever set it.',
  '/ticket-rules':
    'Here are the rules of tickets: laws, days to pay, reminders, holidays and courts. A state admin proposes others from a day to come on, or a holiday at short notice. A second state admin confirms them. A ticket keeps the rules of its day; ask a lawyer about a law.',
  '/messages':
    'Here is what drivers were told by text message or mail, and what came of it. Narrow it down by day, zone, state or purpose. Open a row for its booking, with the text and the reports of the gateway. A message that was refused is an operator’s to look after.',
  '/after':
    'From here one reaches what follows a ticket that is not simply paid. Choose one by its name. What is closed to your role is not shown. A state admin says who holds which duty.',
};
