import { useEffect, useEffectEvent, useState } from 'react';
import { useConnection } from '../../../api/use-connection.ts';
import { LazyPart, type lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreload } from './use-preload.ts';

type Props = {
  controller: ChartController;
  part: ReturnType<typeof lazyPart<{ controller: ChartController }>>;
  /** When its code is loaded; usually once the page has nothing more urgent to do. */
  when?: Parameters<typeof usePreload>[1];
  /** The part shows nothing, and its failure neither. */
  isSilent?: boolean;
};

/**
 * Published marks, their card, the tools of drawings, alerts, notes and the account's keys come once the chart has its bars; without
 * their code the chart is whole. A part that was given up is loaded again when the server is back, and with another chart.
 */
export function BesideBars(props: Props) {
  const { controller, part, when = 'idle-after-first-bars', isSilent = false } = props;
  const { info, resolution } = useChartScreen();
  const connection = useConnection();
  const [state, setState] = useState<'waiting' | 'loaded' | 'given-up'>('waiting');
  const [load] = useState(() => () => setState('loaded'));
  usePreload(controller, when, load);
  const loadAgain = useEffectEvent(() => {
    if (state !== 'given-up') return;
    part.loadAgain();
    setState('loaded');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart is another occasion.
  useEffect(() => {
    if (connection === 'online') loadAgain();
  }, [connection, info, resolution]);
  if (state !== 'loaded') return null;
  const giveUp = () => setState('given-up');
  return (
    <LazyPart
      part={part}
      props={{ controller }}
      onGiveUp={giveUp}
      fallback={null}
      isSilent={isSilent}
    />
  );
}
