import { z } from 'zod';
import { answer } from './answers.ts';
import {
  breakageKinds,
  breakageNames,
  breakagePath,
  framePattern,
  mostFrames,
  nowhere,
} from './breakage-words.ts';
import { endpoint } from './endpoint.ts';
import { screenPaths } from './screen-paths.ts';

const place = z.enum([...screenPaths, nowhere]);

const breakage = {
  /** The version of the page that it broke in. */
  release: z.string().regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/),
  place,
  kind: z.enum(breakageKinds),
  name: z.enum(breakageNames),
};

/** Every value is of a closed list or a number, so that it names nobody and nothing of a record. */
export const breakageReportSchema = z.strictObject({
  ...breakage,
  frames: z.array(z.string().regex(framePattern)).max(mostFrames),
});
export type BreakageReport = z.infer<typeof breakageReportSchema>;

/**
 * A browser tells what broke in it, also where nobody is signed in. A device reports the same once an
 * hour. Frames that are in no file of the server's own build are left out, and reports of a version
 * that this installation never had.
 */
export const reportBreakages = endpoint({
  method: 'POST',
  path: breakagePath,
  permission: 'public',
  namesCaller: true,
  audit: null,
  bodyLimit: 16 * 1024,
  body: z.strictObject({ reports: z.array(breakageReportSchema).min(1).max(20) }),
  response: answer(z.null()),
});

/** Reports of the same release, place and cause. Times are when they arrived (UTC). */
export const breakageSchema = z.strictObject({
  ...breakage,
  /** Separated by blanks; empty where none is known. */
  frames: z.string(),
  /** Reports: of a device one an hour. */
  count: z.number().int(),
  /** The most accounts that met it within a day. */
  accounts: z.number().int(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** Two accounts met it within ten minutes, in the last hour. */
  spreads: z.boolean(),
});
export type Breakage = z.infer<typeof breakageSchema>;
