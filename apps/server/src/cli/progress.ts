import { Presets, SingleBar } from 'cli-progress';

export type Progress = { update: (done: number) => void; stop: () => void };

/** A progress bar on stderr, outside of pipes; nothing if stderr is not a terminal. */
export function showProgress(label: string, total: number): Progress {
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}%`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(Math.max(1, total), 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
