import { factChoices, roadUsers } from '#contract/collision-facts.ts';
import type { LooseFacts } from '#contract/collisions.ts';
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
  function say(name: string, said: string | string[]): void {
    const { [name]: _before, ...others } = facts;
    onChange(said.length === 0 ? others : { ...others, [name]: said });
  }
  const choice = (name: keyof typeof factChoices) => (
    <ChoiceField
      key={name}
      label={factWords[name]}
      options={optionsOf(name)}
      value={String(facts[name] ?? '')}
      onChange={(event) => say(name, event.target.value)}
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
              label={at === 0 ? 'Another cause' : 'A third cause'}
              options={optionsOf('cause')}
              value={other}
              onChange={({ target: { value } }) =>
                say('otherCauses', others.toSpliced(at, 1, value).filter(Boolean))
              }
            />
          ))}
      {(['collisionType', 'light', 'surface'] as const).map(choice)}
      <FullRow>
        <FieldGroup label={factWords.hit}>
          <div className="row wrap gap-6">
            {roadUsers.options.map((user) => (
              <CheckField
                key={user}
                label={capitalised(user)}
                checked={hit.includes(user)}
                onChange={({ target: { checked } }) =>
                  say('hit', checked ? [...hit, user] : hit.filter((one) => one !== user))
                }
              />
            ))}
          </div>
        </FieldGroup>
      </FullRow>
      {(['serious', 'slight'] as const).map((name) => (
        <TextField
          key={name}
          label={factWords[name]}
          hint={gradedInWords(facts, injured) ?? 'Enter the number of people, if you know it.'}
          inputMode="numeric"
          autoComplete="off"
          value={String(facts[name] ?? '')}
          onChange={({ target: { value } }) => say(name, value.replaceAll(/\D/g, '').slice(0, 4))}
        />
      ))}
    </FieldGrid>
  );
}

const optionsOf = (name: keyof typeof factChoices) => [
  { value: '', label: 'Not entered' },
  ...factChoices[name].options.map((value) => ({ value, label: capitalised(value) })),
];
