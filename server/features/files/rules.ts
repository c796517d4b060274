const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'application/pdf': 'pdf',
};

/**
 * A picture that the server wrote is shown where it is opened. A video, document or original, kept as
 * it came, is saved.
 */
export function dispositionOf(id: string, kind: string, contentType: string): string {
  const way = kind === 'picture' ? 'inline' : 'attachment';
  return `${way}; filename="${id}.${extensions[contentType] ?? 'bin'}"`;
}
