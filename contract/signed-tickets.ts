import { type Organisation, organisationNames } from './places.ts';
import { codePattern, letters, toLetters } from './ticket-code.ts';

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

const idPattern = '[0-9A-HJKMNP-TV-Z]{16}';

/** 80 bits of the hash of a public key. */
export const keyIdShape = new RegExp(`^${idPattern}$`);
/** A P-256 point of 65 bytes in base64url. */
export const publicKeyShape = /^B[\w-]{86}$/;

const claimShape = new RegExp(
  `^[${first}${corrected}]\\.(${idPattern})\\.([0-9])\\.([0-9A-Z]{0,20})\\.([0-9]{1,12})\\.([0-9A-Z]{1,9})(?:\\.([0-9]{1,4}))?\\.([${letters}]{103})$`,
);
const addressShape = new RegExp(`^(https?://[^/?#\\s]+)/t/(${codePattern})(?:#(.*))?$`);

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

/** The id of a public key, of which these are the bytes of the hash (SHA-256). */
export const keyIdOf = (hash: Uint8Array): string => toLetters(hash.subarray(0, 10));
