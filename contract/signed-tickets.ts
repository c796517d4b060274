import { folded } from './folding.ts';
import { type Organisation, organisationNames } from './places.ts';

/** The content of a ticket's QR code, and the key that signed it. */
export interface TicketClaim {
  /** The code of its public page. */
  readonly code: string;
  readonly organisation: Organisation;
  /** Capitals and digits alone; '' for a booking with a licence only. */
  readonly plate: string;
  /** Naira. */
  readonly price: number;
  /** UTC, to the second, by the clock of whoever signed it. */
  readonly madeAt: Date;
  /** The booking's version, from 2; left out of a first one. */
  readonly version?: number;
  /** The id of the key: of a device, or of the authority's server. */
  readonly signer: string;
}

/** A ticket as it is scanned. */
export interface ScannedTicket {
  /** The address of the authority that the code leads to, without a path. */
  readonly origin: string;
  readonly code: string;
  /** Null for a code without a signature. */
  readonly signed: { readonly claim: TicketClaim; readonly signature: Uint8Array } | null;
}

/** The form of a first version, which older codes have too, and of a corrected one, which says its number. */
const [first, corrected] = ['1', '2'];

/** Crockford's: neither I, L, O nor U. A QR code holds it, and the point, in few modules. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const codePattern = '[0-9A-HJKMNP-TV-Z]{18}';
const codeShape = new RegExp(`^${codePattern}$`);
const idPattern = '[0-9A-HJKMNP-TV-Z]{16}';

/** 80 bits of the hash of a public key. */
export const keyIdShape = new RegExp(`^${idPattern}$`);
/** A P-256 point of 65 bytes in base64url. */
export const publicKeyShape = /^B[\w-]{86}$/;

const claimShape = new RegExp(
  `^[${first}${corrected}]\\.(${idPattern})\\.([0-9])\\.([0-9A-Z]{0,20})\\.([0-9]{1,12})\\.([0-9A-Z]{1,9})(?:\\.([0-9]{1,4}))?\\.([${letters}]{103})$`,
);
const addressShape = new RegExp(`^(https?://[^/?#\\s]+)/t/(${codePattern})(?:#(.*))?$`);

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

/** A plate as a QR code holds it: spellings differ in gaps and hyphens alone. */
export const barePlate = (plate: string): string =>
  plate
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 20);

/** The part of a claim that stands in the address beside the code. */
function fieldsOf({ organisation, plate, price, madeAt, version, signer }: TicketClaim): string {
  const seconds = Math.floor(madeAt.getTime() / 1000)
    .toString(36)
    .toUpperCase();
  const place = organisationNames.indexOf(organisation);
  const said = [signer, place, plate, price, seconds];
  return (version === undefined ? [first, ...said] : [corrected, ...said, version]).join('.');
}

/** The text that is signed, as UTF-8. */
export const signedText = (claim: TicketClaim): string =>
  `hanya ticket ${claim.code}.${fieldsOf(claim)}`;

/**
 * The address in a ticket's QR code. The signed part stands behind `#`, which a browser tells no
 * server.
 */
export const signedAddress = (
  publicUrl: string,
  claim: TicketClaim,
  signature: Uint8Array,
): string => `${publicUrl}/t/${claim.code}#${fieldsOf(claim)}.${toLetters(signature)}`;

/** Reads what a QR code of a ticket holds; null where it is no ticket's. */
export function readScanned(text: string): ScannedTicket | null {
  const [, origin = '', code = '', fields = ''] = addressShape.exec(text.trim()) ?? [];
  if (code === '') return null;
  const [, signer = '', place = '', plate = '', price = '', seconds = '', said, signature = ''] =
    claimShape.exec(fields) ?? [];
  const isSaid = fields.startsWith(corrected);
  const organisation = organisationNames[Number(place)];
  const madeAt = new Date(Number.parseInt(seconds, 36) * 1000);
  const isWhole = signer !== '' && isSaid === (said !== undefined);
  if (!isWhole || !organisation || Number.isNaN(madeAt.getTime()))
    return { origin, code, signed: null };
  const claim = {
    code,
    organisation,
    plate,
    price: Number(price),
    madeAt,
    signer,
    ...(said !== undefined && { version: Number(said) }),
  };
  return { origin, code, signed: { claim, signature: fromLetters(signature) } };
}

/** Bytes as letters, five bits each. */
function toLetters(bytes: Uint8Array): string {
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

/** Whole bytes alone: bits beyond the last one are dropped. */
function fromLetters(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    held = (held << 5) | letters.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** The code of a new ticket: `drawn` are twelve random bytes, of which it takes 90 bits. */
export const ticketCodeOf = (drawn: Uint8Array): string => toLetters(drawn).slice(0, 18);

/** The id of a public key, of which these are the bytes of the hash (SHA-256). */
export const keyIdOf = (hash: Uint8Array): string => toLetters(hash.subarray(0, 10));
