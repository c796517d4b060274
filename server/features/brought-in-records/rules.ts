import { createPublicKey, verify } from 'node:crypto';
import { type SignedRecord, signedRecordText } from '#contract/brought-in-records.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

/** True if the key of a device, a P-256 point in base64url, has signed this record. */
export function hasSigned(publicKey: string, record: string, signature: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(signedRecordText(record));
  const made = Buffer.from(signature, 'base64url');
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, made);
}

/** Reads JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds since a record was made, by the clock of its phone. That clock has counted the time
 * from making to saving, so it can't have been less: a fast clock makes no record of the future. A
 * signature dated before its key's first certificate shows a wrong clock, and then only that time
 * counts.
 */
export function timeSinceMade(
  { madeAt, savedAt }: Pick<SignedRecord, 'madeAt' | 'savedAt'>,
  certifiedAt: Date,
  now: Date,
): Outcome<number> {
  const [made, saved] = [Date.parse(madeAt), Date.parse(savedAt)];
  if (saved < made) return savedBeforeMade;
  const counted = saved - made;
  return saved < certifiedAt.getTime() ? counted : Math.max(counted, now.getTime() - made);
}

const savedBeforeMade = new Refusal(
  409,
  'made_in_future',
  'The clock of the phone was set back between the making and the saving of this record. Save the file on the phone once more.',
);

export const altered = invalid(
  'signature',
  'This record is not as its phone signed it: the file was changed, or is damaged.',
);

export const unknownPhone = new Refusal(
  404,
  'not_found',
  'The phone that saved this file is not known in your place. Ask the state admin to bring it in.',
);

export const phoneRevoked = new Refusal(
  409,
  'device_revoked',
  'This phone was taken out of use, so nothing that it signed can be relied on.',
);

export const ownRecord = new Refusal(
  403,
  'own_record',
  'Nobody brings in a record of their own. Ask another superior.',
);

export const mayNotMake = new Refusal(
  409,
  'may_not_make',
  'The officer of this record may no longer make such records.',
);

export const beyondPlace = new Refusal(
  403,
  'out_of_scope',
  'This record belongs to another place than yours. Ask the state admin to bring it in.',
);

export const officerElsewhere = new Refusal(
  403,
  'out_of_scope',
  'The officer of this record works elsewhere now, so it can’t be brought in.',
);
