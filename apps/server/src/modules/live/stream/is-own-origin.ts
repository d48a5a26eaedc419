/**
 * Whether a browser page of this origin may open a stream: a page of the host that was asked, or of the configured
 * public address. A program that is no browser sends no origin; its ticket decides.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  if (publicUrl !== null && asked.origin === new URL(publicUrl).origin) return true;
  return (
    (asked.protocol === 'https:' || asked.protocol === 'http:') && asked.host === host.toLowerCase()
  );
}
