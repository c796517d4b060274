import { createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  type Certificate,
  certificateDays,
  certificateSchema,
} from '#contract/modules/field-work/devices.ts';
import { Refusal } from '#server/http/refusal.ts';

const day = 86_400_000;

/** A certificate with fewer days left than this is renewed. */
const renewedBelowDays = 20;

/** Devices of one account whose certificates hold at once. */
export const mostDevices = 10;

export const deviceRevoked = new Refusal(
  409,
  'device_revoked',
  'This device can no longer sign tickets with this key and is making a new key.',
);

export const tooManyDevices = new Refusal(
  409,
  'too_many_devices',
  `${mostDevices} phones or browsers already sign tickets for you. Take one of them out of use on the Security page.`,
);

/** True if these bytes are a point of the curve: any others verify nothing. */
export function isPoint(point: Buffer): boolean {
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** Until when a certificate holds that is made now. */
export const endOfCertificate = (now: Date): Date =>
  new Date(now.getTime() + certificateDays * day);

type Says = Pick<Certificate, 'officer' | 'organisation' | 'zone'>;

/**
 * True if a certificate must be made anew: it ends soon, its officer's name or place has changed,
 * or an earlier key of the authority signed it.
 */
export function isOutdated(certificate: string, says: Says, newestKey: string, now: Date): boolean {
  const held = certificateSchema.parse(decodeJwt(certificate));
  const left = held.exp * 1000 - now.getTime();
  return (
    left < renewedBelowDays * day ||
    decodeProtectedHeader(certificate).kid !== newestKey ||
    held.officer.name !== says.officer.name ||
    held.organisation !== says.organisation ||
    held.zone !== says.zone
  );
}
