import { z } from 'zod';
import { answer } from '../../answers.ts';
import type { Booking } from '../../bookings.ts';
import { endpoint } from '../../endpoint.ts';
import { languageSchema } from '../../language-code.ts';
import { said } from '../../language.ts';

/** The papers of a booking, in the order in which they are issued. */
export const paperKinds = ['ticket', 'receipt', 'clearance'] as const;
export const paperKindSchema = z.enum(paperKinds, 'Select ticket, receipt or clearance.');
export type PaperKind = z.infer<typeof paperKindSchema>;

/** The names of the papers, on themselves and where one is chosen. */
export const paperNames: Readonly<Record<PaperKind, string>> = {
  ticket: 'Ticket',
  receipt: 'Payment receipt',
  clearance: 'Clearance slip',
};

/** The sentence that every paper and public page carries. */
export const noMoney = said('No officer may take money.');

/** Where no payment gateway serves the organisation of an unpaid ticket. */
export const noBills = said(
  'You cannot pay this authority online yet. Ask at its office how to pay.',
);

/** A driver is told this while a person looks at money that was found for the ticket. */
export const doNotPay = said(
  'Do not pay now. The authority is checking a payment for this ticket.',
);

export const paperSizes = ['58mm', '80mm', 'a4'] as const;
export const paperSizeSchema = z.enum(paperSizes, 'Select 58mm, 80mm or a4.');
export type PaperSize = z.infer<typeof paperSizeSchema>;

const paperFormatSchema = z.enum(['pdf', 'html'], 'Select pdf or html.').default('pdf');

/** The sizes as people name them, online and offline. */
export const paperSizeNames: Readonly<Record<PaperSize, string>> = {
  '58mm': '58 mm',
  '80mm': '80 mm',
  a4: 'A4',
};

/** Answers why a booking has no such paper yet; undefined when it can be printed. */
export function whyNoPaper(
  { paid, completed }: Pick<Booking, 'paid' | 'completed'>,
  kind: PaperKind,
): string | undefined {
  if (kind === 'receipt' && !paid) return 'The payment is not confirmed yet.';
  if (kind === 'clearance' && !completed) return 'The vehicle is not cleared yet.';
  return undefined;
}

/** A paper of a booking; 409 with a sentence while there is no such paper yet. */
export const printPaper = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/paper',
  permission: 'see unpaid bookings',
  audit: 'paper.printed',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    of: paperKindSchema,
    size: paperSizeSchema,
    format: paperFormatSchema,
    /** Another than the driver's. */
    language: languageSchema.optional(),
  }),
  download: ['application/pdf', 'text/html'],
  response: z.string(),
});

/** A collision on one page of A4, for the police and the insurer; mere readers get a copy for reading. */
export const printCollision = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id/paper',
  permission: 'see collisions',
  audit: 'paper.printed',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ format: paperFormatSchema }),
  download: ['application/pdf', 'text/html'],
  response: z.string(),
});

/**
 * The addresses of a ticket's public page, plain and as its QR code holds it, for a driver who is
 * shown the ticket or sent it. `inQuestion`: nothing may be paid while a person looks at money that
 * was found for it. `takesBills`: false where no gateway serves its organisation. Who may book leaves a
 * row in the trail, the first time.
 */
export const showTicket = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/ticket',
  permission: 'see unpaid bookings',
  audit: 'ticket.shown',
  params: z.object({ id: z.string() }),
  response: answer(
    z.strictObject({
      address: z.url(),
      signedAddress: z.url(),
      inQuestion: z.boolean(),
      takesBills: z.boolean(),
    }),
  ),
});
