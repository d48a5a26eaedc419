export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser holds the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Keeps only characters that every file system accepts. */
export function fileName(parts: readonly string[], extension: string): string {
  return `${parts.join('_').replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.${extension}`;
}
