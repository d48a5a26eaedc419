import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useReplay } from './use-replay.ts';

const replayBar = lazyPart(async () => (await import('./ReplayBar.tsx')).ReplayBar);

/** The bar of a replay, below the chart while one is on. */
export function ReplayPlace({ controller }: { controller: ChartController }) {
  const replay = useValue(controller.replay);
  const { end } = useReplay();
  if (!replay) return null;
  return (
    <LazyPart part={replayBar} props={{ replay, onEnd: end }} onGiveUp={end} fallback={null} />
  );
}
