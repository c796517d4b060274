import { z } from 'zod';
import {
  organisationNames,
  organisationOfState,
  organisationSchema,
  type Organisation,
} from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { openRecord, useAddress } from '#web/lists/use-address.ts';

type Scope = Pick<SignedInUser, 'state'>;

const addressSchema = z.object({
  ...openRecord,
  organisation: organisationSchema.optional().catch(undefined),
});

/** Every organisation; those out of a user's scope can't be chosen. */
export function organisationChoices({ state }: Scope) {
  const own = state === null ? null : organisationOfState(state);
  return organisationNames.map((value) => ({ value, disabled: own !== null && own !== value }));
}

/** The asked one, if it is in the user's scope; else the first organisation that is. */
export function chosenOrganisation(asked: Organisation | undefined, user: Scope): Organisation {
  const inScope = organisationChoices(user).filter(({ disabled }) => !disabled);
  const found = inScope.find(({ value }) => value === asked) ?? inScope[0];
  return found?.value ?? organisationNames[0];
}

/** The dashboard's place in the address: whose figures, and the booking that is open over them. */
export function useDashboardAddress(user: Scope) {
  const { address, change, open, close } = useAddress(addressSchema);
  return {
    organisation: chosenOrganisation(address.organisation, user),
    opened: address.open,
    choose: (organisation: Organisation) => change({ organisation }),
    open,
    close,
  };
}
