import { folded } from './folding.ts';

/** Crockford's: neither I, L, O nor U. A QR code holds it, and the point, in few modules. */
export const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const codePattern = '[0-9A-HJKMNP-TV-Z]{18}';
const codeShape = new RegExp(`^${codePattern}$`);
/**
 * A ticket's code as it is stored. Typed codes may have small letters, gaps, O for 0 or I for 1.
 * Undefined when it can't be a code.
 */
export function readTicketCode(typed: string): string | undefined {
  const read = folded(typed.slice(0, 60))
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return codeShape.test(read) ? read : undefined;
}

/** Bytes as letters, five bits each. */
export function toLetters(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += letters.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + letters.charAt((held << (5 - bits)) & 31);
}

/** The code of a new ticket: `drawn` are twelve random bytes, of which it takes 90 bits. */
export const ticketCodeOf = (drawn: Uint8Array): string => toLetters(drawn).slice(0, 18);
