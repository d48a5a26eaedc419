/** The tabs of a browser learn of the same event within this time. */
const HELD_MS = 10_000;

/** Runs work in one tab of the browser for all those that ask for the same name at about the same time. */
export function onceInBrowser(name: string, work: () => void): void {
  // Absent without TLS.
  if (!navigator.locks) {
    work();
    return;
  }
  void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    work();
    await new Promise((done) => setTimeout(done, HELD_MS));
  });
}
