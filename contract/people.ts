import { z } from 'zod';
import { roleSchema } from './roles.ts';

/** Who did something, as a record shows it. */
export const personSchema = z.strictObject({ id: z.string(), name: z.string(), role: roleSchema });
export type Person = z.infer<typeof personSchema>;
