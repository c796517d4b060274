import { type ReactNode, useState } from 'react';
import { IconAdjustmentsHorizontal, IconX } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { useOverlays } from '../overlay/lazy-overlays.ts';
import { useBack } from '../overlay/use-back.ts';
import { classNames } from '../theme/class-names.ts';
import type { FilterBarProps } from './filter-bar.tsx';
import type { Filter } from './filter.ts';
import css from './filters.module.css';
import { SortSelect, type SortSelectProps } from './sort-select.tsx';

export interface FilterSheetProps extends FilterBarProps {
  sort?: SortSelectProps | undefined;
  /** On the button that closes the sheet, such as "Show 48 bookings". */
  done: ReactNode;
}

/**
 * On a phone: a button, and a sheet at the foot of the screen with all filters and the sort. Without
 * filters it has only the sort.
 */
export function FilterSheet({ filters, onClear, sort, done }: FilterSheetProps) {
  const [opened, setOpened] = useState(false);
  const { overlays, shown } = useOverlays(opened);
  const close = () => setOpened(false);
  useBack(opened, close);
  const title = filters.length > 0 ? 'Filters' : 'Sort';
  const set = filters.filter(({ value }) => value !== null).length;
  return (
    <>
      <Button
        className="flex-none"
        icon={<IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {title}
        {set > 0 && <span className={css['howMany']}>{set}</span>}
      </Button>
      {overlays && (
        <overlays.Drawer.Root
          opened={shown}
          onClose={close}
          position="bottom"
          size="auto"
          transitionProps={{ duration: 240 }}
          classNames={{ content: classNames('column', css['sheet']) }}
        >
          <overlays.Drawer.Overlay />
          <overlays.Drawer.Content aria-label={title}>
            <div className={classNames('row flex-none gap-4', css['sheetHead'])}>
              <h2>{title}</h2>
              {set > 0 && (
                <Button variant="link" onClick={onClear}>
                  Clear all
                </Button>
              )}
              <IconButton label="Close" icon={<IconX size={20} aria-hidden />} onClick={close} />
            </div>
            <div className={css['sheetBody']}>
              {sort && <SortSelect {...sort} />}
              {filters.map((filter) => (
                <FilterFold key={filter.key} filter={filter} />
              ))}
            </div>
            <div className={classNames('flex-none line-top', css['sheetFoot'])}>
              <Button variant="primary" size="lg" wide onClick={close}>
                {done}
              </Button>
            </div>
          </overlays.Drawer.Content>
        </overlays.Drawer.Root>
      )}
    </>
  );
}

/** A filter's control is drawn when it is first unfolded: all at once would hold up a slow phone. */
function FilterFold({ filter: { label, value, render } }: { filter: Filter }) {
  const [drawn, setDrawn] = useState(false);
  return (
    <details className={css['fold']}>
      <summary onClick={() => setDrawn(true)}>
        <b>{label}</b>{' '}
        <span className={classNames('truncate', css['value'])}>{value ?? 'Any'}</span>
      </summary>
      {drawn && render(() => undefined)}
    </details>
  );
}
