/** Who is signed in, asked of the server with code that visitors never load; null where nobody is. */
export async function readUsername(): Promise<string | null> {
  if (document.documentElement.dataset.signedIn === undefined) return null;
  try {
    const { readUser } = await import('../../api/session/read-user.ts');
    const { username } = await readUser(AbortSignal.timeout(10_000));
    return username;
  } catch {
    // The menu then says that there is an account, without its name.
    return null;
  }
}
