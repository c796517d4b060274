import { IconPlus, IconX } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { PlaceOf, useOpener } from '../overlay/lazy-overlays.ts';
import { classNames } from '../theme/class-names.ts';
import { useScreen } from '../theme/use-screen.ts';
import type { Filter } from './filter.ts';
import css from './filters.module.css';

export interface FilterBarProps {
  filters: readonly Filter[];
  onClear: () => void;
  /** Only those that are set: the others are behind a button. */
  folded?: boolean;
}

/** True where a list has its filters in a sheet. */
export function useOnPhone(): boolean {
  return useScreen('phone');
}

/** The filters of a list as chips. On a phone only those that are set: all are in the sheet. */
export function FilterBar({ filters, onClear, folded = false }: FilterBarProps) {
  const onPhone = useOnPhone();
  const set = filters.filter(({ value }) => value !== null);
  if ((onPhone || folded) && set.length === 0) return null;
  return (
    <div className={css['bar']} role="group" aria-label="Filters">
      {onPhone
        ? set.map((filter) => <SetChip key={filter.key} filter={filter} />)
        : (folded ? set : filters).map((filter) => <FilterChip key={filter.key} filter={filter} />)}
      {set.length > 0 && (
        <Button variant="link" size="sm" className={css['clear']} onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  );
}

function SetChip({ filter: { label, value, onRemove } }: { filter: Filter }) {
  return (
    <span className={classNames('shrink small', css['chip'])} data-set>
      <span className={classNames('inline-row shrink gap-3 nowrap', css['main'])}>
        <b>{label}</b> <span className={classNames('truncate', css['value'])}>{value}</span>
      </span>
      <RemoveFilter label={label} onRemove={onRemove} />
    </span>
  );
}

/** A chip that opens the filter's control. A filter that is set has a button that removes it. */
function FilterChip({ filter }: { filter: Filter }) {
  const { label, value, onRemove, render } = filter;
  const { overlays, button, opener, popup, close } = useOpener('dialog');
  return (
    <span
      className={classNames('shrink small', css['chip'])}
      data-set={value !== null || undefined}
    >
      <button
        {...opener}
        type="button"
        className={classNames('inline-row shrink gap-3 nowrap', css['main'])}
      >
        {value === null ? (
          <>
            <IconPlus size={14} stroke={2} aria-hidden />
            {label}
          </>
        ) : (
          <>
            <b>{label}</b> <span className={classNames('truncate', css['value'])}>{value}</span>
          </>
        )}
      </button>
      {overlays && (
        <overlays.Popover
          {...popup}
          position="bottom-start"
          width={312}
          trapFocus
          returnFocus
          classNames={{ dropdown: css['popover'] ?? '' }}
        >
          <overlays.Popover.Target>
            <PlaceOf button={button} />
          </overlays.Popover.Target>
          <overlays.Popover.Dropdown>{render(close)}</overlays.Popover.Dropdown>
        </overlays.Popover>
      )}
      {value !== null && (
        <RemoveFilter
          label={label}
          onRemove={() => {
            onRemove();
            button.current?.focus();
          }}
        />
      )}
    </span>
  );
}

function RemoveFilter({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={classNames('flex-none', css['remove'])}
      aria-label={`Remove ${label}`}
      title={`Remove ${label}`}
      onClick={onRemove}
    >
      <IconX size={14} stroke={2.2} aria-hidden />
    </button>
  );
}
