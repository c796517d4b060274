// One part, so that the library of the codes is fetched with it alone.
export { PracticeTicket } from './practice-ticket.tsx';
export { PrintTickets } from './print-tickets.tsx';
export { ShowButton } from './show-button.tsx';
export { StoredTicket } from './stored-ticket.tsx';
export { TicketButtons } from './ticket-buttons.tsx';
