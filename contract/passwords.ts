import { z } from 'zod';

export const newPasswordSchema = z
  .string()
  .min(12, 'Use a password of at least 12 characters.')
  .max(200, 'Use a password of at most 200 characters.');

export const passwordsDiffer = 'Password and Confirm password should be the same';
