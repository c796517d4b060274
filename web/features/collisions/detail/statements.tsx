import type { ReactNode } from 'react';
import type { Collision } from '#contract/collisions.ts';
import { capitalised, joined } from '#web/format/words.ts';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { Facts } from '#web/ui/table/facts.tsx';

/** Description, statements of witnesses and officers, and notes; what was not given is left out. */
export function Statements({ collision }: { collision: Collision }) {
  const { desc, witness, officer, notes } = collision;
  return (
    <>
      <Part title="Description">{written(desc)}</Part>
      <Part title="Witness Statements">
        {witness.map(({ type, name, phone, statement }, index) => (
          <Facts
            key={index}
            title={name === '' ? `Witness ${index + 1}` : name}
            facts={[
              { label: 'Type', value: capitalised(type) },
              { label: 'Phone', value: phoneLink(phone) },
              { label: 'Statement', value: written(statement) },
            ]}
          />
        ))}
      </Part>
      <Part title="Attending Officer Statement">
        {officer.map(({ perpetrator, type, statement }, index) => (
          <Facts
            key={index}
            title={officer.length === 1 ? 'Officer' : `Officer ${index + 1}`}
            facts={[
              { label: 'Perpetrator', value: joined([capitalised(perpetrator), type]) },
              { label: 'Statement', value: written(statement) },
            ]}
          />
        ))}
      </Part>
      <Part title="Notes">{written(notes)}</Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  if (children === null || (Array.isArray(children) && children.length === 0)) return null;
  return (
    <>
      <DetailHeading>{title}</DetailHeading>
      {children}
    </>
  );
}

/** A text with its line breaks; null for ''. */
function written(text: string): ReactNode {
  return text === '' ? null : <p className="pre-wrap">{text}</p>;
}
