import { organisationNames, stateOfOrganisation } from '#contract/places.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { FullRow } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { fieldId } from './draft.ts';
import { errorOf, type Fields } from './use-collision-form.ts';
import { usePlaces } from './use-places.ts';

/** Where the collision belongs, within the user's scope: what is settled can only be read. */
export function ZoneFields({ fields }: { fields: Fields }) {
  const user = useCurrentUser();
  const { organisation } = fields.values;
  return (
    <>
      {user?.state == null && (
        <FullRow>
          <SelectField
            label="Organisation"
            id={fieldId('organisation')}
            options={organisationNames}
            value={organisation}
            placeholder="Choose an organisation"
            error={errorOf(fields, 'organisation')}
            onChange={(chosen) => {
              const found = organisationNames.find((name) => name === chosen) ?? null;
              fields.setFieldValue('organisation', found);
              if (found !== organisation) fields.setFieldValue('zone', '');
            }}
          />
        </FullRow>
      )}
      {user?.zone == null ? (
        <ZoneField fields={fields} />
      ) : (
        <ReadOnlyField label="Zone" value={user.zone} />
      )}
    </>
  );
}

function ZoneField({ fields }: { fields: Fields }) {
  const { data, failure } = usePlaces();
  const { organisation, zone } = fields.values;
  const state = organisation === null ? null : stateOfOrganisation(organisation);
  return (
    <SelectField
      label="Zone"
      id={fieldId('zone')}
      options={data?.find(({ name }) => name === state)?.cities ?? []}
      value={zone || null}
      searchable
      placeholder={organisation === null ? 'Choose an organisation first' : 'Choose a zone'}
      disabled={organisation === null}
      nothingFound={failure ?? (data ? 'No such zone' : 'Loading zones')}
      error={errorOf(fields, 'zone')}
      onChange={(chosen) => fields.setFieldValue('zone', chosen ?? '')}
      onBlur={() => void fields.validateField('zone')}
    />
  );
}
