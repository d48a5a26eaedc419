export type StepNames = { doing: string; done: string };

/** Tells how far a start is, line by line. */
export function createProgress(deps: { write: (text: string) => unknown; now?: () => number }): {
  say: (line: string) => void;
  step: <Result>(names: StepNames, work: Promise<Result>) => Promise<Result>;
  elapsed: () => string;
};
