import { organisationNames, stateOfOrganisation, type Place } from '#contract/places.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { FullRow } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { fieldId, type BookingDraft } from './draft.ts';
import { errorOf, type BookingFormState } from './use-booking-form.ts';

/** The areas of the organisation's state: the zones that a booking can lie in. */
function zonesOf(organisation: BookingDraft['organisation'], places: readonly Place[]) {
  if (organisation === null) return [];
  const state = stateOfOrganisation(organisation);
  return places.find((place) => place.name === state)?.cities ?? [];
}

/** Where the booking belongs, within the user's scope: what is settled can only be read. */
export function ZoneFields({ form, places }: { form: BookingFormState; places: readonly Place[] }) {
  const user = useCurrentUser();
  const { organisation, zone } = form.values;
  return (
    <>
      {user?.state == null && (
        <FullRow>
          <SelectField
            label="Organisation"
            id={fieldId('organisation')}
            options={organisationNames}
            value={organisation}
            error={errorOf(form, 'organisation')}
            onChange={(chosen) => {
              const found = organisationNames.find((name) => name === chosen) ?? null;
              form.setFieldValue('organisation', found);
              if (found !== organisation) form.setFieldValue('zone', '');
            }}
          />
        </FullRow>
      )}
      {user?.zone == null ? (
        <SelectField
          label="Zone"
          id={fieldId('zone')}
          options={zonesOf(organisation, places)}
          value={zone || null}
          searchable
          placeholder={organisation === null ? 'Choose an organisation first' : 'Choose a zone'}
          disabled={organisation === null}
          nothingFound="No such zone"
          error={errorOf(form, 'zone')}
          onChange={(chosen) => form.setFieldValue('zone', chosen ?? '')}
          onBlur={() => void form.validateField('zone')}
        />
      ) : (
        <ReadOnlyField label="Zone" value={user.zone} />
      )}
    </>
  );
}
