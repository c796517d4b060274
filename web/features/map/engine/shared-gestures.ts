import type { Map as Leaflet } from 'leaflet';
import css from './engine.module.css';

/** Milliseconds for which a sentence says how the map is moved instead. */
const saidFor = 1_500;

/**
 * Leaves the wheel and one finger to the page around the map. With Ctrl the wheel zooms, and two
 * fingers move the map; whoever tries otherwise is told so.
 */
export function shareGestures(map: Leaflet): void {
  const container = map.getContainer();
  container.classList.add(css['shared'] ?? '');
  const sentence = document.createElement('div');
  sentence.className = css['sentence'] ?? '';
  sentence.ariaHidden = 'true';
  container.append(sentence);
  let timer = 0;

  function say(words: string): void {
    sentence.textContent = words;
    sentence.dataset['shown'] = '';
    window.clearTimeout(timer);
    timer = window.setTimeout(() => delete sentence.dataset['shown'], saidFor);
  }

  const isMac = navigator.userAgent.includes('Mac');
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    // Leaflet would zoom, and keep the page from scrolling.
    event.stopImmediatePropagation();
    say(`Use ${isMac ? '⌘' : 'Ctrl'} + scroll to zoom the map`);
  };
  const onPointer = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') map.dragging.disable();
    else map.dragging.enable();
  };
  const onTouch = ({ touches }: TouchEvent) => {
    if (touches.length === 1) say('Use two fingers to move the map');
  };
  container.addEventListener('wheel', onWheel, { capture: true, passive: true });
  container.addEventListener('pointerdown', onPointer, { capture: true });
  container.addEventListener('touchmove', onTouch, { passive: true });
}
