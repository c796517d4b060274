import { z } from 'zod';
import { said } from './language.ts';

/** Full-width letters and letters in several signs are read as a keyboard types them, as they are kept. */
export const repeatedPasswordSchema = z.string().normalize('NFKC');

export const newPasswordSchema = repeatedPasswordSchema
  .min(12, said('Use a password of at least 12 characters.'))
  .max(200, said('Use a password of at most 200 characters.'));

export const passwordsDiffer = said('Password and Confirm password should be the same');
