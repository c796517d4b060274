import { Canvas } from 'leaflet';

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
