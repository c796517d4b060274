import { z } from 'zod';
import {
  type Organisation,
  organisationNames,
  organisationOfState,
  organisationSchema,
} from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { openRecord, useAddress } from '#web/lists/use-address.ts';

type Scope = Pick<SignedInUser, 'state'>;

const addressSchema = z.object({
  ...openRecord,
  organisation: organisationSchema.optional().catch(undefined),
});

/** Every organisation; those outside the user's scope are disabled. */
export function organisationChoices({ state }: Scope) {
  const own = state === null ? null : organisationOfState(state);
  return organisationNames.map((value) => ({ value, disabled: own !== null && own !== value }));
}

/** The organisation asked for if it is in the user's scope, else the first one that is. */
export function chosenOrganisation(asked: Organisation | undefined, user: Scope): Organisation {
  const inScope = organisationChoices(user).filter(({ disabled }) => !disabled);
  const found = inScope.find(({ value }) => value === asked) ?? inScope[0];
  return found?.value ?? organisationNames[0];
}

/** The dashboard's part of the address: the organisation, and the booking that is open. */
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
