import type { Summary } from '@moneytrail/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../../../api/queries.ts';
import { useHasTried } from '../controller/use-has-tried.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';

/** The summary of the shown chart, with the chart's own inputs. */
export function useSummary(): UseQueryResult<Summary> {
  const { info, resolution, controller } = useChartScreen();
  const hasTried = useHasTried(controller, info, resolution);
  const { inputs } = usePreferences();
  const { source, shortTermLength, longTermLength, length } = inputs;
  const address = { e: info.exchange, fsym: info.name, resolution };
  return useQuery({
    ...summaryQuery({ ...address, source, shortTermLength, longTermLength, length }),
    enabled: hasTried,
    // A change of inputs keeps the figures until the new ones are there; another chart starts empty.
    placeholderData: (former) =>
      former?.symbol === info.ticker && former.resolution === resolution ? former : undefined,
  });
}
