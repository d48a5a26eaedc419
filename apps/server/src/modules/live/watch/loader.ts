/** Reads something again when asked, one reading at a time; a failure is tried again after a while. */
export type Loader = {
  /** What was read is out of date. */
  invalidate: () => void;
  /** Reads if it is due. */
  run: (nowMs: number) => void;
};

const RETRY_MS = 5_000;

/** A loader that has not read yet; `load` is never run twice at once. */
export function createLoader(load: () => Promise<void>, onError: (error: unknown) => void): Loader {
  let isDue = true;
  let isLoading = false;
  let notBeforeMs = 0;
  return {
    invalidate() {
      isDue = true;
    },
    run(nowMs) {
      if (!isDue || isLoading || nowMs < notBeforeMs) return;
      isDue = false;
      isLoading = true;
      load()
        .catch((error: unknown) => {
          isDue = true;
          notBeforeMs = nowMs + RETRY_MS;
          onError(error);
        })
        .finally(() => {
          isLoading = false;
        });
    },
  };
}
