import { IconCurrentLocation, IconMapPinCheck, IconX } from '@tabler/icons-react';
import { usePosition } from '#web/lib/use-position.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './booking-form.module.css';
import { fieldId } from './draft.ts';
import { errorOf, textInput, type BookingFormState } from './use-booking-form.ts';

/** The place in words, and the device's position if the officer gives it. */
export function LocationField({ form }: { form: BookingFormState }) {
  const device = usePosition((position) => form.setFieldValue('position', position));
  const { position } = form.values;
  const problem = device.problem ?? errorOf(form, 'position');
  return (
    <div>
      <TextField
        label="Location"
        optional
        autoCapitalize="sentences"
        {...textInput(form, 'location')}
        end={
          <Button
            id={fieldId('position')}
            variant="link"
            size="sm"
            className={css['locate']}
            aria-label="Use my position"
            loading={device.asking}
            icon={<IconCurrentLocation size={20} aria-hidden />}
            onClick={device.take}
          >
            <span>Use my position</span>
          </Button>
        }
      />
      <div role="status">
        {position !== null && (
          <p className={css['position']}>
            <IconMapPinCheck size={18} aria-hidden />
            <span>Position taken, within {Math.max(1, Math.round(position.accuracy))} m</span>
            <IconButton
              label="Remove position"
              size="sm"
              icon={<IconX size={16} aria-hidden />}
              onClick={() => form.setFieldValue('position', null)}
            />
          </p>
        )}
      </div>
      {problem !== undefined && <FieldError id="booking-position-error">{problem}</FieldError>}
    </div>
  );
}
