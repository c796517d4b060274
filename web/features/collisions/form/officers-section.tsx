import { perpetrators } from '#contract/collisions.ts';
import { FormSection, FullRow } from '#web/ui/fields/form-section.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './collision-form.module.css';
import { fieldId, newOfficer } from './draft.ts';
import { rowsOf } from './list-rows.ts';
import { AddRow, Row } from './rows.tsx';
import { sections } from './sections.ts';
import { prose, textInput } from './text-input.ts';
import { errorOf, type Fields } from './use-collision-form.ts';
import { capitalised, plural } from '#web/format/words.ts';

const choices = perpetrators.map((value) => ({ value, label: capitalised(value) }));

export function OfficersSection({ fields }: { fields: Fields }) {
  const { officer } = fields.values;
  const rows = rowsOf(fields, 'officer', 'statement');
  return (
    <FormSection
      {...sections.officers}
      hint={officer.length === 0 ? 'Optional' : plural(officer.length, 'statement')}
    >
      {officer.map(({ key, perpetrator }, index) => (
        <Row key={key} title={`Officer statement ${index + 1}`} onRemove={() => rows.remove(index)}>
          <SelectField
            label="Perpetrator"
            id={fieldId(`officer.${index}.perpetrator`)}
            options={choices}
            value={perpetrator}
            error={errorOf(fields, `officer.${index}.perpetrator`)}
            onChange={(chosen) =>
              fields.setFieldValue(
                `officer.${index}.perpetrator`,
                perpetrators.find((known) => known === chosen) ?? 'unknown',
              )
            }
          />
          {perpetrator === 'other' && (
            <TextField
              label="Perpetrator description"
              optional
              {...textInput(fields, `officer.${index}.type`)}
            />
          )}
          <FullRow>
            <TextArea
              label="Statement"
              optional
              {...textInput(fields, `officer.${index}.statement`)}
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
        <TextArea label="Notes" optional {...textInput(fields, 'notes')} {...prose} />
      </div>
    </FormSection>
  );
}
