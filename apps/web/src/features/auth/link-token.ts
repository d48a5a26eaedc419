/** The token of a mailed link, kept in memory as long as the page lives. */
type LinkToken = {
  /** Called before the token is removed from the address. */
  keep: (token: string) => void;
  /** Null if no link led here. */
  read: () => string | null;
  /** Called once the token is used. */
  forget: () => void;
};

function createLinkToken(): LinkToken {
  let kept: string | null = null;
  return {
    keep: (token) => {
      kept = token;
    },
    read: () => kept,
    forget: () => {
      kept = null;
    },
  };
}

export const resetToken = createLinkToken();
export const confirmationToken = createLinkToken();
