import decode from 'qr/decode.js';

/** The longest side of the picture that is searched, in pixels: the more, the slower. */
const side = 800;

/** Reads a QR code in the picture by a library; null where there is none. */
export function findInPixels(video: HTMLVideoElement): Promise<string | null> {
  return Promise.resolve(codeIn(video));
}

function codeIn(video: HTMLVideoElement): string | null {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, side / Math.max(videoWidth, videoHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.width === 0) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decode(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // The library throws where it finds no code.
    return null;
  }
}
