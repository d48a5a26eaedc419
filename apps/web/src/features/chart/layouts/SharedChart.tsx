import { createLayout } from '@moneytrail/contract';
import { IconShare } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { authorizedRequest } from '../../../api/session/session.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { paths } from '../../../paths.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { giveLookBack, updatePreferences } from '../preferences/preferences.ts';
import type { OpenInstrument } from '../saved/savable-chart.ts';
import { useSharedLayout } from './use-shared-layout.ts';

type Props = { token: string; openInstrument: OpenInstrument };

/** Shows the chart of a link, names it, and offers to keep a copy. */
export function SharedChart({ token, openInstrument }: Props) {
  const { info, resolution, controller } = useChartScreen();
  const navigate = useNavigate();
  const { name, content, failure } = useSharedLayout(token, controller, openInstrument);
  const keeping = useMutation({
    mutationFn: () => {
      const fields = { name: name ?? '', symbol: info.ticker, resolution, content: content ?? '' };
      return authorizedRequest(createLayout, { body: { key: randomUuid(), ...fields } });
    },
    onSuccess: ({ id }) => {
      giveLookBack();
      updatePreferences({ layoutId: id });
      return navigate({ to: paths.liveChart, search: { symbol: info.ticker, resolution } });
    },
  });
  if (failure !== null) {
    return (
      <Banner kind="warning" icon={<IconShare size={20} stroke={1.75} />}>
        {failure}
      </Banner>
    );
  }
  if (name === null) return null;
  return (
    <Banner kind="info" icon={<IconShare size={20} stroke={1.75} />}>
      You look at “{name}”, shared by a link. What you change here is not saved.{' '}
      <ActionButton
        size="compact-sm"
        variant="default"
        isBusy={keeping.isPending}
        onClick={() => keeping.mutate()}
      >
        Keep a copy
      </ActionButton>
    </Banner>
  );
}
