import { perpetrators } from '#contract/collisions.ts';
import { capitalised, plural } from '#web/format/words.ts';
import { choiceInput, nextKey, prose, textInput } from '#web/forms/record/inputs.ts';
import { FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './collision-form.module.css';
import type { CollisionInputs } from './collision-kind.ts';
import { newOfficer } from './draft.ts';
import { AddRow, Row, rowsOf } from './rows.tsx';
import { sections } from './sections.ts';

const choices = perpetrators.map((value) => ({ value, label: capitalised(value) }));

export function OfficersSection({ form }: { form: CollisionInputs }) {
  const { fields, fieldId } = form;
  const { officer } = fields.values;
  const rows = rowsOf(form, 'officer', 'statement');
  return (
    <FormSection
      {...sections.officers}
      hint={officer.length === 0 ? 'Optional' : plural(officer.length, 'statement')}
    >
      {officer.map(({ key, perpetrator }, index) => (
        <Row key={key} title={`Officer statement ${index + 1}`} onRemove={() => rows.remove(index)}>
          <SelectField
            label="Perpetrator"
            options={choices}
            {...choiceInput(form, `officer.${index}.perpetrator`, perpetrators, 'unknown')}
          />
          {perpetrator === 'other' && (
            <TextField
              label="Perpetrator description"
              optional
              {...nextKey}
              {...textInput(form, `officer.${index}.type`)}
            />
          )}
          <FullRow>
            <TextArea
              label="Statement"
              optional
              {...textInput(form, `officer.${index}.statement`)}
              {...prose}
            />
          </FullRow>
        </Row>
      ))}
      <AddRow
        id={fieldId('officer')}
        onAdd={() => rows.add(() => fields.insertListItem('officer', newOfficer()))}
      >
        Add officer statement
      </AddRow>
      <div className={css['notes']}>
        <TextArea label="Notes" optional {...textInput(form, 'notes')} {...prose} />
      </div>
    </FormSection>
  );
}
