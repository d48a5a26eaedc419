let kept: string | null = null;

/** Keeps the token of a reset link in memory alone, as long as the page lives. */
export function keepResetToken(token: string): void {
  kept = token;
}

/** The token of the link that led here; null where none did. */
export function resetToken(): string | null {
  return kept;
}

/** Forgets the token, when it was used. */
export function forgetResetToken(): void {
  kept = null;
}
