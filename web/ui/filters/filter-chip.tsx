import { useState } from 'react';
import { IconPlus, IconX } from '#web/ui/icons.ts';
import { PlaceOf, useOpener, useOverlays } from '../overlay/lazy-overlays.ts';
import { useBack } from '../overlay/use-back.ts';
import type { Filter } from './filter.ts';
import css from './filters.module.css';

/** A chip that opens the filter's control. A filter that is set has a button that removes it. */
export function FilterChip({ filter }: { filter: Filter }) {
  const { label, value, onRemove, render } = filter;
  const [opened, setOpened] = useState(false);
  const { overlays, shown } = useOverlays(opened);
  const { button, opener, id } = useOpener(opened, 'dialog');
  useBack(opened, () => setOpened(false));
  return (
    <span className={css['chip']} data-set={value !== null || undefined}>
      <button {...opener} type="button" className={css['main']} onClick={() => setOpened(!opened)}>
        {value === null ? (
          <>
            <IconPlus size={14} stroke={2} aria-hidden />
            {label}
          </>
        ) : (
          <>
            <b>{label}</b> <span className={css['value']}>{value}</span>
          </>
        )}
      </button>
      {overlays && (
        <overlays.Popover
          id={id}
          opened={shown}
          onChange={setOpened}
          position="bottom-start"
          width={312}
          trapFocus
          returnFocus
          classNames={{ dropdown: css['popover'] ?? '' }}
        >
          <overlays.Popover.Target>
            <PlaceOf button={button} />
          </overlays.Popover.Target>
          <overlays.Popover.Dropdown>{render(() => setOpened(false))}</overlays.Popover.Dropdown>
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
      className={css['remove']}
      aria-label={`Remove ${label}`}
      title={`Remove ${label}`}
      onClick={onRemove}
    >
      <IconX size={14} stroke={2.2} aria-hidden />
    </button>
  );
}
