import { z } from 'zod';
import { act } from './act.ts';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { said } from './language.ts';
import { organisationSchema } from './places.ts';
import { nameLine, optionalText, phoneText } from './text.ts';

/**
 * What an organisation is called and how drivers reach it, as its papers and public pages say it; `''`
 * where not given.
 */
export const contactsSchema = z.strictObject({
  /** Without one, papers say the installation's `AUTHORITY_NAME`. */
  name: nameLine(80).default(''),
  phone: phoneText().default(''),
  whatsapp: phoneText().default(''),
  /** The address of the office where vehicles are fetched. */
  office: optionalText(200),
  hours: optionalText(100),
  /** The driver brings this to the office. */
  bring: optionalText(200),
});
export type Contacts = z.output<typeof contactsSchema>;

export const noContacts: Contacts = {
  name: '',
  phone: '',
  whatsapp: '',
  office: '',
  hours: '',
  bring: '',
};

/** The labels of the contacts, in the order in which papers and pages say them. */
export const contactLabels = said({
  office: 'Office',
  hours: 'Opening hours',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  bring: 'What to bring',
} as const) satisfies Record<Exclude<keyof Contacts, 'name'>, string>;

/** The contacts that are given, each with its label. */
export const givenContacts = (contacts: Contacts) =>
  (Object.keys(contactLabels) as (keyof typeof contactLabels)[]).flatMap((key) =>
    contacts[key] === '' ? [] : [{ key, label: contactLabels[key], value: contacts[key] }],
  );

/**
 * A phone number as the address of a chat: digits alone, from the country's code on. A number
 * without a code is Nigerian.
 */
export const chatNumber = (phone: string): string =>
  phone.replaceAll(/\D/g, '').replace(/^0(?=\d{10}$)/, '234');

const organisation = organisationSchema.optional();

/** The contacts of the caller's organisation, or of the one that is named; 403 beyond the scope. */
export const readContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts',
  permission: 'see the catalogue',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(contactsSchema),
});

/** Sets the name and all contacts of an organisation. 403 for a state admin of one zone. */
export const changeContacts = act({
  method: 'PUT',
  path: '/api/v1/contacts',
  permission: 'set up the organisation',
  of: 'organisation',
  audit: 'organisation.contacts-changed',
  proof: 'lately',
  body: contactsSchema.extend({ organisation }),
  response: answer(contactsSchema),
});

/** A signed address of the logo, good for a day; null without one. */
const logo = answer(z.strictObject({ logo: z.string().nullable() }));

/** The logo of the caller's organisation, or of the one that is named; 403 beyond the scope. */
export const readLogo = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/logo',
  permission: 'see the catalogue',
  audit: null,
  query: z.strictObject({ organisation }),
  response: logo,
});

/**
 * Multipart: the logo as the file `logo`, which is kept as a small JPEG on white. 403 for a state admin
 * of one zone; 400 for no file, and for what is no picture.
 */
export const changeLogo = act({
  method: 'PUT',
  path: '/api/v1/contacts/logo',
  permission: 'set up the organisation',
  of: 'organisation',
  audit: 'organisation.logo-changed',
  proof: 'lately',
  body: z.object({ organisation }),
  files: [{ name: 'logo', kind: 'picture', many: false }],
  response: logo,
});

/** Takes the logo away, so that new papers carry the mark of Hanya. 403 for a state admin of one zone. */
export const removeLogo = act({
  method: 'DELETE',
  path: '/api/v1/contacts/logo',
  permission: 'set up the organisation',
  of: 'organisation',
  audit: 'organisation.logo-changed',
  proof: 'lately',
  query: z.strictObject({ organisation }),
  response: logo,
  words: {
    begins: 'Remove the logo',
    asks: 'Remove the logo?',
    does: 'New papers will show the Hanya mark until you add another logo.',
    confirms: 'Remove the logo',
    done: 'New papers now show the Hanya mark.',
  },
});
