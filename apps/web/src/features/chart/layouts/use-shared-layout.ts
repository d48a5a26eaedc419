import { readLayout, writeLayout } from '@moneytrail/chart/model';
import { getSharedLayout } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { paths } from '../../../paths.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { borrowLook, giveLookBack } from '../preferences/preferences.ts';
import { createSavableChart, type OpenInstrument } from '../saved/savable-chart.ts';

/** A shared chart, as far as it has been read. */
export type SharedLayout = {
  name: string | null;
  /** The reason why it cannot be shown. */
  failure: string | null;
  content: string | null;
};

const ENDED = 'This link leads to no chart any more.';
const UNREADABLE = 'This link leads to a chart that cannot be shown here.';

/** Shows the chart of a link once, and stores nothing of it on this device. Null without a link. */
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

/** The address of a link. */
export function sharedAddress(token: string): string {
  const address = new URL(paths.liveChart, window.location.href);
  address.searchParams.set('shared', token);
  return address.href;
}

/**
 * The content that a link shows: the chart with the drawings of its own instrument alone, because the others are not on
 * the sharer's screen. Throws a `LayoutError` for unreadable content.
 */
export function shownByLink(content: string): string {
  const layout = readLayout(content);
  const drawings = layout.drawings.filter(({ symbol }) => symbol === layout.symbol);
  return writeLayout({ ...layout, drawings });
}
