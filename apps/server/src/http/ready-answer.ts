/** An answer that is bytes already: sent as it is, not serialised or checked again. */
export type ReadyAnswer = {
  kind: 'ready';
  status?: number;
  headers: Record<string, string>;
  body: Buffer | null;
};

export function isReadyAnswer(answer: unknown): answer is ReadyAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'ready'
  );
}
