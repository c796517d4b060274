import { shownPlate } from '#contract/identities.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './plate.module.css';

export interface PlateProps {
  value: string;
  /** lg carries the flag, for the head of a dialog. */
  size?: 'sm' | 'lg' | undefined;
}

/** A number plate, drawn as one. In running text write it in bold instead. */
export function Plate({ value, size = 'sm' }: PlateProps) {
  return (
    <span className={classNames('inline-row nowrap', css['plate'], css[size])}>
      {shownPlate(value)}
    </span>
  );
}
