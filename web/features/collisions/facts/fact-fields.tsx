import { factChoices, roadUsers } from '#contract/collision-facts.ts';
import type { LooseFacts } from '#contract/collisions.ts';
import type { Say } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { capitalised } from '#web/format/words.ts';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { FieldGroup } from '#web/ui/fields/field-group.tsx';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { factWords, gradedInWords, listed } from './fact-words.ts';

interface FactFieldsProps {
  facts: LooseFacts;
  injured: number;
  /** Holds what was said alone. */
  onChange: (facts: LooseFacts) => void;
}

/** The fields of what more may be said of a collision; each may stay empty. */
export function FactFields({ facts, injured, onChange }: FactFieldsProps) {
  const say = useSay();
  function note(name: string, noted: string | string[]): void {
    const { [name]: _before, ...others } = facts;
    onChange(noted.length === 0 ? others : { ...others, [name]: noted });
  }
  const choice = (name: keyof typeof factChoices) => (
    <ChoiceField
      key={name}
      label={say(factWords[name])}
      options={optionsOf(name, say)}
      value={String(facts[name] ?? '')}
      onChange={(event) => note(name, event.target.value)}
    />
  );
  const others = listed(facts['otherCauses']);
  const hit = listed(facts['hit']);
  return (
    <FieldGrid stacking>
      {choice('cause')}
      {(facts['cause'] !== undefined || others.length > 0) &&
        [...others, '']
          .slice(0, 2)
          .map((other, at) => (
            <ChoiceField
              key={at}
              label={say(at === 0 ? 'Another cause' : 'A third cause')}
              options={optionsOf('cause', say)}
              value={other}
              onChange={({ target: { value } }) =>
                note('otherCauses', others.toSpliced(at, 1, value).filter(Boolean))
              }
            />
          ))}
      {(['collisionType', 'light', 'surface'] as const).map(choice)}
      <FullRow>
        <FieldGroup label={say(factWords.hit)}>
          <div className="row wrap gap-6">
            {roadUsers.options.map((user) => (
              <CheckField
                key={user}
                label={capitalised(say(user))}
                checked={hit.includes(user)}
                onChange={({ target: { checked } }) =>
                  note('hit', checked ? [...hit, user] : hit.filter((one) => one !== user))
                }
              />
            ))}
          </div>
        </FieldGroup>
      </FullRow>
      {(['serious', 'slight'] as const).map((name) => (
        <TextField
          key={name}
          label={say(factWords[name])}
          hint={
            gradedInWords(facts, injured, say) ?? say('Enter the number of people, if you know it.')
          }
          inputMode="numeric"
          autoComplete="off"
          value={String(facts[name] ?? '')}
          onChange={({ target: { value } }) => note(name, value.replaceAll(/\D/g, '').slice(0, 4))}
        />
      ))}
    </FieldGrid>
  );
}

const optionsOf = (name: keyof typeof factChoices, say: Say) => [
  { value: '', label: say('Not entered') },
  ...factChoices[name].options.map((value) => ({ value, label: capitalised(say(value)) })),
];
