import { witnessTypes } from '#contract/collisions.ts';
import { capitalised, plural } from '#web/format/words.ts';
import { choiceInput, nextKey, phone, prose, textInput, words } from '#web/forms/record/inputs.ts';
import { FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CollisionInputs } from './collision-kind.ts';
import { newWitness } from './draft.ts';
import { AddRow, Row, rowsOf } from './rows.tsx';
import { sections } from './sections.ts';

const types = witnessTypes.map((value) => ({ value, label: capitalised(value) }));

export function WitnessesSection({ form }: { form: CollisionInputs }) {
  const { fields, fieldId } = form;
  const { witness } = fields.values;
  const rows = rowsOf(form, 'witness', 'name');
  return (
    <FormSection
      {...sections.witnesses}
      hint={witness.length === 0 ? 'Optional' : plural(witness.length, 'statement')}
    >
      {witness.map(({ key }, index) => (
        <Row key={key} title={`Witness ${index + 1}`} onRemove={() => rows.remove(index)}>
          <FullRow>
            <SelectField
              label="Type"
              options={types}
              {...choiceInput(form, `witness.${index}.type`, witnessTypes, 'unknown')}
            />
          </FullRow>
          <TextField
            label="Name"
            optional
            {...words}
            {...nextKey}
            {...textInput(form, `witness.${index}.name`)}
          />
          <TextField
            label="Phone"
            optional
            {...phone}
            {...nextKey}
            {...textInput(form, `witness.${index}.phone`)}
          />
          <FullRow>
            <TextArea
              label="Statement"
              optional
              {...textInput(form, `witness.${index}.statement`)}
              {...prose}
            />
          </FullRow>
        </Row>
      ))}
      <AddRow
        id={fieldId('witness')}
        onAdd={() => rows.add(() => fields.insertListItem('witness', newWitness()))}
      >
        Add witness statement
      </AddRow>
    </FormSection>
  );
}
