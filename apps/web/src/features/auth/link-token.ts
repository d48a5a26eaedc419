/** The token of a link from a mail, kept in memory alone, as long as the page lives. */
type LinkToken = {
  /** Called with what the address holds, before it is taken out of the address. */
  keep: (token: string) => void;
  /** Null where no link led here. */
  read: () => string | null;
  /** Called when the token was used. */
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
