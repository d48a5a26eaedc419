/**
 * Brings numbers of `width` bytes back whose first bytes stand together, then all second ones, and so on;
 * the result is aligned for typed arrays of any width.
 */
export function unshuffleBytes(planes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const count = planes.length / width;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < width; plane++) {
    for (let i = 0, at = plane * count; i < count; i++, at++)
      bytes[i * width + plane] = planes[at] ?? 0;
  }
  return bytes;
}
