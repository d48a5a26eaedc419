/** Further commands are refused until one is done. */
export const MOST_WAITING = 50;

type Command = () => Promise<boolean>;
type Waiting = { command: Command; done: (wasDone: boolean) => void };
/** `isBusy`: a command runs; `waiting`: so many wait behind it. */
type QueueState = { isBusy: boolean; waiting: number };

/**
 * Runs commands one at a time, in their order. Each resolves to the command's own answer, or to false if it was refused or
 * dropped: a command that throws drops those that wait.
 */
export function createCommandQueue(deps: {
  onChange: (state: QueueState) => void;
  /** Before a command runs. */
  onStart: () => void;
  onFailure: (error: unknown) => void;
}) {
  let queue: Waiting[] = [];
  let isBusy = false;
  const tell = () => deps.onChange({ isBusy, waiting: queue.length });
  const clear = () => {
    const dropped = queue;
    queue = [];
    for (const { done } of dropped) done(false);
  };
  const runAll = async () => {
    isBusy = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      tell();
      deps.onStart();
      try {
        next.done(await next.command());
      } catch (error) {
        next.done(false);
        deps.onFailure(error);
        clear();
      }
    }
    isBusy = false;
    tell();
  };
  return {
    run: (command: Command): Promise<boolean> =>
      new Promise((done) => {
        if (isBusy && queue.length >= MOST_WAITING) return done(false);
        queue.push({ command, done });
        if (isBusy) tell();
        else void runAll();
      }),
    /** Drops those that wait. */
    clear,
  };
}
