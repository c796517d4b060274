import { witnessTypes } from '#contract/collisions.ts';
import { FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { fieldId, newWitness } from './draft.ts';
import { rowsOf } from './list-rows.ts';
import { AddRow, Row } from './rows.tsx';
import { sections } from './sections.ts';
import { prose, textInput } from './text-input.ts';
import { errorOf, type Fields } from './use-collision-form.ts';
import { capitalised, plural } from '#web/format/words.ts';

const types = witnessTypes.map((value) => ({ value, label: capitalised(value) }));

export function WitnessesSection({ fields }: { fields: Fields }) {
  const { witness } = fields.values;
  const rows = rowsOf(fields, 'witness', 'name');
  return (
    <FormSection
      {...sections.witnesses}
      hint={witness.length === 0 ? 'Optional' : plural(witness.length, 'statement')}
    >
      {witness.map(({ key, type }, index) => (
        <Row key={key} title={`Witness ${index + 1}`} onRemove={() => rows.remove(index)}>
          <FullRow>
            <SelectField
              label="Type"
              id={fieldId(`witness.${index}.type`)}
              options={types}
              value={type}
              error={errorOf(fields, `witness.${index}.type`)}
              onChange={(chosen) =>
                fields.setFieldValue(
                  `witness.${index}.type`,
                  witnessTypes.find((known) => known === chosen) ?? 'unknown',
                )
              }
            />
          </FullRow>
          <TextField
            label="Name"
            optional
            autoCapitalize="words"
            {...textInput(fields, `witness.${index}.name`)}
          />
          <TextField
            label="Phone"
            optional
            type="tel"
            inputMode="tel"
            {...textInput(fields, `witness.${index}.phone`)}
          />
          <FullRow>
            <TextArea
              label="Statement"
              optional
              {...textInput(fields, `witness.${index}.statement`)}
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
