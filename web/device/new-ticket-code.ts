import { ticketCodeOf } from '#contract/ticket-code.ts';

/** The code of the public page of a ticket that this device is about to make. */
export const newTicketCode = (): string => ticketCodeOf(crypto.getRandomValues(new Uint8Array(12)));
