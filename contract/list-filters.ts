import { z } from 'zod';
import { organisationSchema } from './places.ts';
import { dateSentence } from './sentences.ts';
import { asSeen, requiredText, ulidSchema } from './text.ts';

/** A calendar day in Africa/Lagos, as every list filters by it. */
const dayFilter = z.iso
  .date({ error: dateSentence('such as 2026-11-01') })
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', {
    error: dateSentence('between 2000 and 2199, such as 2026-11-01'),
  })
  .describe('From 2000 to 2199. No record is older, and a future day shows no records.');

/** Days from `from` to `to`, both included, in Africa/Lagos. Refine with `daysInOrder`. */
export const dayFilters = { from: dayFilter.optional(), to: dayFilter.optional() };

export const zoneFilter = requiredText(60, 'Select a zone.').optional();

export const placeFilters = { organisation: organisationSchema.optional(), zone: zoneFilter };

/** Every list of records can be narrowed to places and days. */
export const placeAndDays = { ...dayFilters, ...placeFilters };

const idLimit = 100;

/** Only these records, as far as they belong to the list: ids with commas between them. */
export const idsFilter = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(ulidSchema).max(idLimit, `Select at most ${idLimit} records.`))
  .optional();

/** The text of a search box, up to 100 characters. */
export const searchFilter = z
  .string()
  .overwrite(asSeen)
  .trim()
  .max(100, 'Enter at most 100 characters to search for.');

const exportFormats = ['csv', 'xlsx'] as const;
export const exportFormatSchema = z.enum(exportFormats, 'Select csv or xlsx.');
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** The media types of the files. */
export const exportTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** The most rows that a file of each format may hold. */
export const exportLimits = { csv: 50_000, xlsx: 20_000 } as const;

/** The same for bookings in the order of time, narrowed by nothing but state, place and days. */
export const longExportLimits = { ...exportLimits, csv: 1_000_000 } as const;

/** Calendar days in Africa/Lagos, `YYYY-MM-DD`, both included. No bound where one is missing. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const daysInOrder = ({ from, to }: Days): boolean =>
  from === undefined || to === undefined || from <= to;

interface Amounts {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export const amountsInOrder = ({ min, max }: Amounts): boolean =>
  min === undefined || max === undefined || min <= max;

export const daysReversed = {
  path: ['from'],
  message: 'Enter a first day on or before the last day.',
};
