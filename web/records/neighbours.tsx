import { use, useEffect, useEffectEvent, useRef } from 'react';
import { isTyped, singleKey, useShortcutsOn } from '#web/device/shortcuts.ts';
import { count } from '#web/format/money.ts';
import { type PlaceInList, PlaceInListContext } from '#web/lists/place-in-list.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { IconChevronDown, IconChevronUp } from '#web/ui/icons.ts';

/** The open record's place in its list, with the ways to the one before and the next one. */
export function Neighbours() {
  const place = use(PlaceInListContext);
  return place && <Steps {...place} />;
}

function Steps({ number, total, more, onPrevious, onNext }: PlaceInList) {
  const part = useRef<HTMLDivElement>(null);
  const on = useShortcutsOn();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event);
    const dialog = part.current?.closest('[role="dialog"]');
    const isHere = event.target instanceof Node && dialog?.contains(event.target);
    if (!on || !isHere || isTyped(event.target)) return;
    if (key === 'j') onNext?.();
    if (key === 'k') onPrevious?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <div ref={part} className="row gap-2" role="group" aria-label="In the list">
      <IconButton
        label="Previous record"
        icon={<IconChevronUp size={20} aria-hidden />}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className="small quiet nowrap" aria-live="polite">
        {count(number)} of {more && 'more than '}
        {count(total)}
      </span>
      <IconButton
        label="Next record"
        icon={<IconChevronDown size={20} aria-hidden />}
        disabled={!onNext}
        onClick={onNext}
      />
    </div>
  );
}
