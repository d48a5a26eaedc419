/** The token of a mailed link, kept in memory as long as the page lives. */
function createLinkToken() {
  let kept: string | null = null;
  return {
    /** Called before the token is removed from the address. */
    keep: (token: string) => {
      kept = token;
    },
    /** Null if no link led here. */
    read: () => kept,
    /** Called once the token is used. */
    forget: () => {
      kept = null;
    },
  };
}

export const resetToken = createLinkToken();
export const confirmationToken = createLinkToken();
