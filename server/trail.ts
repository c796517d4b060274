import type { Database } from './db/database.ts';
import { verifyAndNote as walkAndNote } from './features/audit/nightly.ts';
import { compareRecords as compare } from './features/audit/records.ts';
import { type KeptRoot, verifyTrail, walkInside } from './features/audit/verification.ts';
import { allParts } from './modules.ts';

/** What every part's records are held by, whether its module is left out or not. */
export const heldAgainstTrail = allParts.flatMap((part) => part.heldAgainstTrail ?? []);

/** Walks the trail of the whole product; see `verifyTrail`. */
export const verifyAudit = (db: Database, roots?: readonly KeptRoot[]) =>
  verifyTrail(db, heldAgainstTrail, roots);

/** The same inside a transaction of the caller's, which should see one snapshot. */
export const walkTrail = (db: Database, roots?: readonly KeptRoot[]) =>
  walkInside(db, heldAgainstTrail, roots);

/** Walks and notes what it found, of which an alarm is raised. */
export const verifyAndNote = (db: Database) => walkAndNote(db, heldAgainstTrail);

/** Answers each record of the product that isn't what the trail says, in one sentence. */
export const compareRecords = (db: Database) => compare(db, heldAgainstTrail);
