import { z } from 'zod';
import { said } from './language.ts';

const needLanguage = said('Select a language.');

/** The code of a language, such as `ha`; each but English has a file in `contract/languages`. */
export const languageSchema = z.string(needLanguage).regex(/^[a-z]{2,3}$/, needLanguage);

/** The language of a booking's driver or of an account; '' where nobody has chosen one. */
export const chosenLanguage = z.union([z.literal(''), languageSchema], needLanguage);
