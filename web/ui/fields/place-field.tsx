import { IconCurrentLocation, IconMapPinCheck, IconX } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { toastDone } from '../feedback/toast.tsx';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import { FieldError } from './field.tsx';
import css from './place-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PlaceFieldProps extends Omit<TextFieldProps, 'end'> {
  /** The id of the button that takes the position. */
  positionId: string;
  /** The position and its accuracy in metres; null when there is none. */
  position: { readonly accuracy: number } | null;
  /** True while the device is being asked. */
  asking: boolean;
  /** What to know of the position, in one sentence; null for nothing. */
  positionNote: string | null;
  /** The reason why there is no position, in one sentence. */
  problem: string | undefined;
  onTake: () => void;
  onRemove: () => void;
}

/** A place in words, optionally with the position of the device. */
export function PlaceField(props: PlaceFieldProps) {
  const { positionId, position, positionNote, asking, problem, onTake, onRemove, ...text } = props;
  const say = useSay();
  return (
    <div>
      <TextField
        {...text}
        end={
          <Button
            id={positionId}
            variant="link"
            size="sm"
            iconOnPhone
            aria-label={say('Use my position')}
            loading={asking}
            icon={<IconCurrentLocation size={20} aria-hidden />}
            onClick={onTake}
          >
            <span>{say('Use my position')}</span>
          </Button>
        }
      />
      <div role="status">
        {position !== null && (
          <p className={classNames('row gap-4 small', css['position'])}>
            <IconMapPinCheck size={18} aria-hidden />
            <span>
              {say('Position found, within {number} m', {
                number: Math.max(1, Math.round(position.accuracy)),
              })}
            </span>
            <IconButton
              label={say('Remove position')}
              size="sm"
              icon={<IconX size={16} aria-hidden />}
              onClick={() => {
                onRemove();
                toastDone(say('Position removed'));
              }}
            />
          </p>
        )}
        {positionNote !== null && <p className="small">{positionNote}</p>}
      </div>
      {problem !== undefined && <FieldError id={`${positionId}-error`}>{problem}</FieldError>}
    </div>
  );
}
