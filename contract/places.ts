import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { sayEnglish } from './language.ts';

/** The organisations of the dashboard's select, each with the state it works in. */
const organisations = [
  { name: 'Kaduna', state: 'Kaduna' },
  { name: 'Ogun', state: 'Ogun' },
  { name: 'Lagos FRSC', state: 'Lagos' },
  { name: 'Abuja FRSC', state: 'Abuja' },
] as const;

export const organisationNames = ['Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC'] as const;
export const organisationSchema = z.enum(organisationNames);
export type Organisation = z.infer<typeof organisationSchema>;

/** The states an account can belong to. */
export const accountStates = ['Kaduna', 'Ogun', 'Lagos', 'Abuja'] as const;
export const accountStateSchema = z.enum(accountStates);
export type AccountState = z.infer<typeof accountStateSchema>;

export function organisationOfState(state: AccountState): Organisation {
  const found = organisations.find((organisation) => organisation.state === state);
  if (!found) throw new Error(`There is no organisation in ${state}.`);
  return found.name;
}

export function stateOfOrganisation(name: Organisation): AccountState {
  const found = organisations.find((organisation) => organisation.name === name);
  if (!found) throw new Error(`${name} is not an organisation.`);
  return found.state;
}

/** Said of a record whose position lies elsewhere. */
export function outsideWords(organisation: Organisation): string {
  const state = stateOfOrganisation(organisation);
  return sayEnglish('This position is outside {place}.', {
    place: state === 'Abuja' ? state : `${state} State`,
  });
}

/** The zone of records and accounts that belong to no area: headquarters. */
export const headquarters = 'Hq';

/** A state with its local government areas; a zone is one of these areas. */
export const placeSchema = z.strictObject({ name: z.string(), cities: z.array(z.string()) });
export type Place = z.infer<typeof placeSchema>;

export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/v1/place',
  permission: 'see the catalogue',
  audit: null,
  response: answer(z.array(placeSchema)),
});
