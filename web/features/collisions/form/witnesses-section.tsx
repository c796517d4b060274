import { witnessTypes } from '#contract/collisions.ts';
import { useSay } from '#web/device/language.ts';
import { capitalised } from '#web/format/words.ts';
import { choiceInput, nextKey, phone, prose, textInput, words } from '#web/forms/record/inputs.ts';
import { FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CollisionInputs } from './collision-kind.ts';
import { newWitness } from './draft.ts';
import { AddRow, Row, rowsOf } from './rows.tsx';
import { sections } from './sections.ts';

export function WitnessesSection({ form }: { form: CollisionInputs }) {
  const { fields, fieldId } = form;
  const { witness } = fields.values;
  const say = useSay();
  const rows = rowsOf(form, 'witness', 'name');
  return (
    <FormSection
      {...sections.witnesses}
      title={say(sections.witnesses.title)}
      hint={
        witness.length === 0
          ? say('Optional')
          : say.count(witness.length, '{count} statement', '{count} statements')
      }
    >
      {witness.map(({ key }, index) => (
        <Row
          key={key}
          title={say('Witness {number}', { number: index + 1 })}
          onRemove={() => rows.remove(index)}
        >
          <FullRow>
            <SelectField
              label={say('Type')}
              options={witnessTypes.map((value) => ({ value, label: capitalised(say(value)) }))}
              {...choiceInput(form, `witness.${index}.type`, witnessTypes, 'unknown')}
            />
          </FullRow>
          <TextField
            label={say('Name')}
            optional
            {...words}
            {...nextKey}
            {...textInput(form, `witness.${index}.name`)}
          />
          <TextField
            label={say('Phone')}
            optional
            {...phone}
            {...nextKey}
            {...textInput(form, `witness.${index}.phone`)}
          />
          <FullRow>
            <TextArea
              label={say('Statement')}
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
        {say('Add witness statement')}
      </AddRow>
    </FormSection>
  );
}
