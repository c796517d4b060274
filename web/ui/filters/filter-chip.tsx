import { IconPlus, IconX } from '#web/ui/icons.ts';
import { PlaceOf, useOpener } from '../overlay/lazy-overlays.ts';
import { classNames } from '../theme/class-names.ts';
import type { Filter } from './filter.ts';
import css from './filters.module.css';

/** A chip that opens the filter's control. A filter that is set has a button that removes it. */
export function FilterChip({ filter }: { filter: Filter }) {
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

export function RemoveFilter({ label, onRemove }: { label: string; onRemove: () => void }) {
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
