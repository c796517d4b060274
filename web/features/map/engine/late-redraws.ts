import { Canvas, Map, Point } from 'leaflet';

/** What Leaflet 1.9 keeps of a canvas that isn't in its types. */
interface Drawing {
  _ctx?: CanvasRenderingContext2D;
  _redraw: () => void;
}

const { _redraw: redraw } = Canvas.prototype as unknown as Drawing;

// Leaflet forgets a redraw it has asked for when it draws at once: that one comes though the map is closed.
Canvas.include({
  _redraw(this: Drawing): void {
    if (this._ctx) redraw.call(this);
  },
});

/** What Leaflet 1.9 keeps of a map that isn't in its types. */
interface Placed {
  _mapPane?: HTMLElement;
  _getMapPanePos: () => Point;
}

const { _getMapPanePos: placeOfPane } = Map.prototype as unknown as Placed;

// A zoom that is under way when the map is closed ends afterwards, and asks where its pane is.
Map.include({
  _getMapPanePos(this: Placed): Point {
    return this._mapPane ? placeOfPane.call(this) : new Point(0, 0);
  },
});
