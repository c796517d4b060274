import { perpetrators } from '#contract/collisions.ts';
import { useSay } from '#web/device/language.ts';
import { capitalised } from '#web/format/words.ts';
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

export function OfficersSection({ form }: { form: CollisionInputs }) {
  const { fields, fieldId } = form;
  const { officer } = fields.values;
  const say = useSay();
  const rows = rowsOf(form, 'officer', 'statement');
  return (
    <FormSection
      {...sections.officers}
      title={say(sections.officers.title)}
      hint={
        officer.length === 0
          ? say('Optional')
          : say.count(officer.length, '{count} statement', '{count} statements')
      }
    >
      {officer.map(({ key, perpetrator }, index) => (
        <Row
          key={key}
          title={say('Officer statement {number}', { number: index + 1 })}
          onRemove={() => rows.remove(index)}
        >
          <SelectField
            label={say('Perpetrator')}
            options={perpetrators.map((value) => ({ value, label: capitalised(say(value)) }))}
            {...choiceInput(form, `officer.${index}.perpetrator`, perpetrators, 'unknown')}
          />
          {perpetrator === 'other' && (
            <TextField
              label={say('Perpetrator description')}
              optional
              {...nextKey}
              {...textInput(form, `officer.${index}.type`)}
            />
          )}
          <FullRow>
            <TextArea
              label={say('Statement')}
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
        {say('Add officer statement')}
      </AddRow>
      <div className={css['notes']}>
        <TextArea label={say('Notes')} optional {...textInput(form, 'notes')} {...prose} />
      </div>
    </FormSection>
  );
}
