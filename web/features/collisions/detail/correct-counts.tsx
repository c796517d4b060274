import { useState } from 'react';
import { correctCollision } from '#contract/collision-corrections.ts';
import type { Collision } from '#contract/collisions.ts';
import { call } from '#web/api/call.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface CorrectCountsProps {
  collision: Collision;
  onDone: () => void;
  onClose: () => void;
}

const labels = {
  noOfCars: 'Vehicles involved',
  noOfFatalities: 'Fatalities',
  noOfInjuries: 'Injuries',
};
const names = Object.keys(labels) as (keyof typeof labels)[];

/** `ActConfirm` asks for the reason by itself. */
const faultsIn = formErrors(correctCollision.body.omit({ reason: true }));

/** Asks for the right counts and the reason. What stood when it was opened is sent with them. */
export function CorrectCounts({ collision, onDone, onClose }: CorrectCountsProps) {
  const { _id: id, countsAs } = collision;
  const [was] = useState(() => ({
    noOfCars: collision.noOfCars,
    noOfInjuries: collision.noOfInjuries,
    noOfFatalities: collision.noOfFatalities,
  }));
  const [typed, setTyped] = useState(() => ({
    noOfCars: String(was.noOfCars),
    noOfInjuries: String(was.noOfInjuries),
    noOfFatalities: String(was.noOfFatalities),
  }));
  const numberOf = (name: keyof typeof labels) =>
    /^\s*\d+\s*$/.test(typed[name]) ? Number(typed[name]) : Number.NaN;
  const counts = {
    noOfCars: numberOf('noOfCars'),
    noOfInjuries: numberOf('noOfInjuries'),
    noOfFatalities: numberOf('noOfFatalities'),
  };
  const errors = faultsIn({ ...counts, was });
  return (
    <ActConfirm
      act={correctCollision}
      about={
        countsAs === null
          ? undefined
          : 'This collision is the same as another one, so the figures do not include it.'
      }
      send={(reason) =>
        call(correctCollision, {
          params: { id },
          body: { ...counts, was, reason },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <FieldGrid stacking>
        {names.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typed[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
          />
        ))}
      </FieldGrid>
    </ActConfirm>
  );
}
