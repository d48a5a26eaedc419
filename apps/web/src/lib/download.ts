/** Hands a file to the person, as a download. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A name that every file system takes. */
export function fileName(parts: readonly string[], extension: string): string {
  return `${parts.join('_').replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.${extension}`;
}
