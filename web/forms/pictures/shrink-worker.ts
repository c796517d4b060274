/** A picture to be made smaller. `side` is the longest side it may have, in pixels. */
export interface ShrinkQuestion {
  id: number;
  file: Blob;
  side: number;
  quality: number;
}

/** The picture as a JPEG; null if the browser can't convert any. */
export interface ShrinkAnswer {
  id: number;
  blob: Blob | 'undecodable' | null;
}

self.addEventListener('message', ({ data }: MessageEvent<ShrinkQuestion>) => {
  void shrink(data).then(
    (blob) => answer({ id: data.id, blob }),
    (error: unknown) => {
      answer({ id: data.id, blob: null });
      reportError(error);
    },
  );
});

function answer(shrunk: ShrinkAnswer): void {
  self.postMessage(shrunk);
}

/** Draws the picture anew, the right way up, so that the camera's metadata is gone. */
async function shrink(question: ShrinkQuestion): Promise<ShrinkAnswer['blob']> {
  const { file, side, quality } = question;
  if (!('OffscreenCanvas' in self)) return null;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  );
  if (bitmap === null) return 'undecodable';
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return blob.type === 'image/jpeg' ? blob : null;
}
