import '../../web/features/map/engine/late-redraws.ts';
import { canvas, map as openMap, polyline } from 'leaflet';
import { expect, test, vi } from 'vitest';

test('a redraw that was asked for before the map is closed fails on nothing', async () => {
  const context = new Proxy({}, { get: () => () => undefined });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const failed = vi.fn();
  window.addEventListener('error', failed);
  const map = openMap(document.createElement('div'), { renderer: canvas() }).setView([9, 7], 6);
  polyline([
    [9, 7],
    [10, 8],
  ]).addTo(map);
  map.fire('moveend');
  map.remove();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(failed).not.toHaveBeenCalled();
});

test('a zoom that is under way when the map is closed ends without a word', () => {
  const map = openMap(document.createElement('div')).setView([9, 7], 6);
  map.remove();
  expect(() => map.getCenter()).not.toThrow();
  expect(() => map.getBounds()).not.toThrow();
});
