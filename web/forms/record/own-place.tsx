import type { ReactNode } from 'react';
import {
  headquarters,
  organisationNames,
  type Place,
  stateOfOrganisation,
} from '#contract/places.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { FullRow } from '#web/ui/fields/form-section.tsx';
import { ReadOnlyField } from '#web/ui/fields/read-only-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { errorOf } from '../refusal.ts';
import type { Inputs } from './inputs.ts';
import type { RecordDraft } from './record-kind.ts';

export interface OwnPlaceProps<V extends RecordDraft> {
  form: Inputs<V>;
  organisationHint?: string;
  /** The ZoneSelect, shown to users who have no zone of their own. */
  children: ReactNode;
}

/** Organisation and zone. Users can't change those that their account settles. */
export function OwnPlace({ form, organisationHint, children }: OwnPlaceProps<RecordDraft>) {
  const { fields, fieldId } = form;
  const say = useSay();
  const user = useCurrentUser();
  const { organisation } = fields.values;
  return (
    <>
      {user?.state == null && (
        <FullRow>
          <SelectField
            label={say('Organisation')}
            id={fieldId('organisation')}
            options={organisationNames}
            value={organisation}
            placeholder={organisationHint}
            error={errorOf(fields, 'organisation')}
            onChange={(chosen) => {
              const found = organisationNames.find((name) => name === chosen) ?? null;
              fields.setFieldValue('organisation', found);
              if (found !== organisation) fields.setFieldValue('zone', '');
            }}
          />
        </FullRow>
      )}
      {user?.zone == null ? children : <ReadOnlyField label={say('Zone')} value={user.zone} />}
    </>
  );
}

interface ZoneSelectProps {
  form: Inputs;
  places: readonly Place[];
  /** Said where no zone is found. */
  nothingFound?: string | undefined;
}

/** A choice of the local government areas of the organisation's state; none is headquarters. */
export function ZoneSelect({ form, places, nothingFound }: ZoneSelectProps) {
  const { fields, fieldId } = form;
  const say = useSay();
  const { organisation, zone } = fields.values;
  const state = organisation === null ? null : stateOfOrganisation(organisation);
  return (
    <SelectField
      label={say('Zone')}
      id={fieldId('zone')}
      optional
      options={[headquarters, ...(places.find(({ name }) => name === state)?.cities ?? [])]}
      value={zone || null}
      searchable
      placeholder={state === null ? say('Select an organisation first') : headquarters}
      disabled={state === null}
      nothingFound={say(nothingFound ?? 'No zone matches')}
      error={errorOf(fields, 'zone')}
      onChange={(chosen) => fields.setFieldValue('zone', chosen ?? '')}
      onBlur={() => void fields.validateField('zone')}
    />
  );
}
