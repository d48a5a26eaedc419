/** A `like` pattern for texts that contain a text, whose wildcards are escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
