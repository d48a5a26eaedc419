import { getSharedLayout } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { borrowLook, giveLookBack } from '../preferences/preferences.ts';
import { createSavableChart, type OpenInstrument } from '../saved/savable-chart.ts';

/** What is known of the chart that a link leads to. */
export type SharedLayout = {
  name: string | null;
  /** Why it cannot be shown. */
  failure: string | null;
  content: string | null;
};

const ENDED = 'This link leads to no chart any more.';
const UNREADABLE = 'This link leads to a chart that cannot be shown here.';

/** Shows the chart of a link, once; nothing of it is stored on this device. Null where there is no link. */
export function useSharedLayout(
  token: string | undefined,
  controller: ChartController | null,
  openInstrument: OpenInstrument,
): SharedLayout | null {
  const { data, error } = useQuery({
    queryKey: ['sharedLayout', token],
    queryFn: ({ signal }) =>
      authorizedRequest(getSharedLayout, { params: { token: token ?? '' } }, { signal }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { failure: 'in-place' },
  });
  const open = useEffectEvent(openInstrument);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const content = data?.content;
  useEffect(() => {
    if (!controller || content === undefined) return;
    const chart = createSavableChart(controller.engine, (at) => open(at), {
      settle: borrowLook,
    });
    try {
      chart.apply(content, { keepsEarly: false, opensInstrument: true });
    } catch {
      setIsUnreadable(true);
    }
    return giveLookBack;
  }, [controller, content]);
  if (token === undefined) return null;
  return {
    name: data?.name ?? null,
    failure: isUnreadable ? UNREADABLE : error ? ENDED : null,
    content: content ?? null,
  };
}
