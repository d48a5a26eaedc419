import { readLayout, writeLayout } from '@moneytrail/chart/model';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../../paths.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { LINK_ENDED } from '../model/messages.ts';
import { borrowLook, giveLookBack } from '../preferences/preferences.ts';
import type { OpenInstrument } from '../saved/savable-chart.ts';
import { sharedLayoutQuery } from './layout-queries.ts';

/** A shared chart, as far as it has been read. */
export type SharedLayout = {
  name: string | null;
  /** The reason why it cannot be shown. */
  failure: string | null;
  content: string | null;
};

const UNREADABLE = 'This link leads to a chart that cannot be shown here.';

/** Shows the chart of a link once, and stores nothing of it on this device. Null without a link. */
export function useSharedLayout(
  token: string | undefined,
  controller: ChartController | null,
  openInstrument: OpenInstrument,
): SharedLayout | null {
  const { data, error } = useQuery({
    ...sharedLayoutQuery(token ?? ''),
    enabled: token !== undefined,
  });
  const open = useEffectEvent(openInstrument);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const content = data?.content;
  useEffect(() => {
    if (!controller || content === undefined) return;
    let hasLeft = false;
    const show = async () => {
      const { createSavableChart } = await import('../saved/savable-chart.ts');
      if (hasLeft) return;
      const chart = createSavableChart(controller.engine, (at) => open(at), {
        settle: borrowLook,
      });
      chart.apply(content, { keepsEarly: false, opensInstrument: true });
    };
    setIsUnreadable(false);
    show().catch(() => {
      if (!hasLeft) setIsUnreadable(true);
    });
    return () => {
      hasLeft = true;
      giveLookBack();
    };
  }, [controller, content]);
  if (token === undefined) return null;
  return {
    name: data?.name ?? null,
    failure: isUnreadable ? UNREADABLE : error ? LINK_ENDED : null,
    content: content ?? null,
  };
}

/** The address of a link, at the place that the chart shows. */
export function sharedAddress(token: string, at?: string): string {
  const address = new URL(paths.shared.replace('$token', token), window.location.href);
  if (at !== undefined) address.searchParams.set('at', at);
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
