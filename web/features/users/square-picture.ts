const side = 720;

/** The middle of what a video shows, as a square JPEG of 720 pixels. */
export async function squarePicture(video: HTMLVideoElement): Promise<File> {
  const { videoWidth: width, videoHeight: height } = video;
  const edge = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const [left, top] = [(width - edge) / 2, (height - edge) / 2];
  canvas.getContext('2d')?.drawImage(video, left, top, edge, edge, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  );
  if (!blob) throw new Error('The picture could not be taken.');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
