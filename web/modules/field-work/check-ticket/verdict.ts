import { decodeJwt, decodeProtectedHeader } from 'jose';
import { z } from 'zod';
import {
  type Certificate,
  certificateSchema,
  type KnownDevices,
} from '#contract/modules/field-work/devices.ts';
import { readScanned, signedText, type TicketClaim } from '#contract/signed-tickets.ts';
import { fromBase64Url, hasSigned } from '#web/device/keys/device-key.ts';

/** Clocks that are so far apart are taken for equal. Milliseconds. */
const clocksApart = 300_000;

/** The device's own verdict on a ticket. */
export type Verdict =
  /** The scanned code is no ticket. */
  | { is: 'no ticket' }
  /** The code leads to the site of another authority. */
  | { is: 'of another site'; site: string }
  | { is: 'not signed'; code: string }
  /** The device was never told who signs tickets. */
  | { is: 'not told'; claim: TicketClaim }
  /** It says that it is of an organisation whose devices this one doesn't know. */
  | { is: 'of another organisation'; claim: TicketClaim }
  | { is: 'of an unknown device'; claim: TicketClaim }
  /** What the copy says of the device was not signed by the authority. */
  | { is: 'of an uncertified device'; claim: TicketClaim }
  /** Code, plate, amount or time is another than what was signed. */
  | { is: 'altered'; claim: TicketClaim }
  | { is: 'of a revoked device'; claim: TicketClaim; by: Certificate; revokedAt: string }
  /** It says that it was made after the certificate of its device had ended. */
  | { is: 'out of its time'; claim: TicketClaim; by: Certificate }
  /** `by` is null for a paper of the authority's own server. */
  | { is: 'genuine'; claim: TicketClaim; by: Certificate | null; clock: Clock };

/**
 * The time on a genuine ticket against this device's clock, and the first certificate of the device
 * that signed it.
 */
export type Clock = 'fits' | 'later than here' | 'before its certificate';

const headerSchema = z.object({ alg: z.literal('ES256'), kid: z.string() });

/** Looks at what was scanned; `now` is the clock of this device in milliseconds, UTC. */
export async function verdictOf(
  text: string,
  known: KnownDevices | null,
  now: number,
): Promise<Verdict> {
  const scanned = readScanned(text);
  if (scanned === null) return { is: 'no ticket' };
  const { origin, code, signed } = scanned;
  if (known && origin !== new URL(known.publicUrl).origin)
    return { is: 'of another site', site: origin.replace(/^https?:\/\//, '') };
  if (signed === null) return { is: 'not signed', code };
  const { claim } = signed;
  if (known === null) return { is: 'not told', claim };

  const bytes = new TextEncoder().encode(signedText(claim));
  const isSignedWith = (key: string) => hasSigned(key, Uint8Array.from(signed.signature), bytes);
  const clock: Clock = claim.madeAt.getTime() > now + clocksApart ? 'later than here' : 'fits';
  const ofServer = known.keys.find(({ id }) => id === claim.signer);
  if (ofServer)
    return (await isSignedWith(ofServer.key))
      ? { is: 'genuine', claim, by: null, clock }
      : { is: 'altered', claim };

  const device = known.devices.find(({ id }) => id === claim.signer);
  if (!device && known.organisation !== null && claim.organisation !== known.organisation)
    return { is: 'of another organisation', claim };
  if (!device) return { is: 'of an unknown device', claim };
  const by = await certified(device.certificate, known);
  if (by?.sub !== claim.signer) return { is: 'of an uncertified device', claim };
  if (!(await isSignedWith(by.key))) return { is: 'altered', claim };
  if (device.revokedAt !== null)
    return { is: 'of a revoked device', claim, by, revokedAt: device.revokedAt };
  // The device of one organisation signs no ticket of another.
  if (by.organisation !== null && by.organisation !== claim.organisation)
    return { is: 'of another organisation', claim };
  const at = claim.madeAt.getTime();
  if (at > by.exp * 1000 + clocksApart) return { is: 'out of its time', claim, by };
  // Its key was certified all the same: a phone's clock was wrong.
  const isBefore = at < by.nbf * 1000 - clocksApart;
  return { is: 'genuine', claim, by, clock: isBefore ? 'before its certificate' : clock };
}

/** The content of a certificate; null unless a key of the authority has signed it. */
export async function certified(
  certificate: string,
  { keys }: Pick<KnownDevices, 'keys'>,
): Promise<Certificate | null> {
  const [header = '', payload = '', signature = ''] = certificate.split('.');
  try {
    const { kid } = headerSchema.parse(decodeProtectedHeader(certificate));
    const key = keys.find(({ id }) => id === kid);
    if (!key) return null;
    const bytes = new TextEncoder().encode(`${header}.${payload}`);
    if (!(await hasSigned(key.key, fromBase64Url(signature), bytes))) return null;
    return certificateSchema.parse(decodeJwt(certificate));
  } catch {
    return null;
  }
}
