import { createHash } from 'node:crypto';

export interface SandboxHead {
  readonly revenueCode: string;
  readonly revenueName: string;
  readonly mdasId: number;
}

/**
 * One revenue head for each code. Its id depends on the code alone, so that it stays the same when
 * codes are added or reordered.
 */
export function revenueHeadsFor(revenueCodes: readonly string[]): ReadonlyMap<number, SandboxHead> {
  const heads = new Map<number, SandboxHead>();
  for (const revenueCode of new Set(revenueCodes)) {
    const digest = createHash('sha256').update(revenueCode).digest();
    const mdasId = 100_000_000 + (digest.readUInt32BE(0) % 900_000_000);
    const other = heads.get(mdasId);
    if (other !== undefined) {
      throw new Error(`Revenue codes ${other.revenueCode} and ${revenueCode} share an id.`);
    }
    heads.set(mdasId, { revenueCode, revenueName: `Traffic fine ${revenueCode}`, mdasId });
  }
  return heads;
}
