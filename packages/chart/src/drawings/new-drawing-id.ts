/** 16 random hex digits. `randomUUID` would be missing where a page is not served over TLS. */
export function newDrawingId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
