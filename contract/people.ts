import { z } from 'zod';
import { roleSchema } from './roles.ts';

/** A person in a record. */
export const personSchema = z.strictObject({ id: z.string(), name: z.string(), role: roleSchema });
export type Person = z.infer<typeof personSchema>;
