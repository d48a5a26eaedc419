import { Menu } from '@mantine/core';
import { PRICE_SCALES } from '@moneytrail/chart/model';
import { IconBellPlus, IconRefresh, IconSettings } from '@tabler/icons-react';
import { formatPrice } from '../../../lib/format.ts';
import { priceCondition } from '../alerts/open-alert.ts';
import { usePriceScale } from '../bottom-bar/use-price-scale.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { SCALE_LABELS } from '../model/messages.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { MenuAt } from './ChartMenu.tsx';
import { MenuItem } from './MenuItem.tsx';
import type { MenuPlace } from './menu-place.ts';
import { RadioItems } from './RadioItems.tsx';

type Props = { place: MenuPlace; onClose: () => void };

/** The context menu of the price axis: its scale, its tags, and what the scale includes. */
export function AxisMenu({ place, onClose }: Props) {
  const keys = useKeys();
  const { controller, openPanel, decimals } = useChartScreen();
  const price = place.subject.kind === 'axis' ? place.subject.price : null;
  const scale = usePriceScale();
  const { guides, scalesPriceOnly } = usePreferences();
  const scales = PRICE_SCALES.filter((one) => one !== 'log' || scale.whyNoLog === null);
  const setGuide = (change: Partial<typeof guides>) =>
    updatePreferences({ guides: { ...guides, ...change } });
  return (
    <MenuAt label="Price axis menu" place={place} onClose={onClose}>
      <MenuItem icon={IconRefresh} keys={keys({ kind: 'reset' })} onClick={controller?.resetView}>
        Automatic scale
      </MenuItem>
      {price !== null && (
        <MenuItem
          icon={IconBellPlus}
          keys={keys({ kind: 'alert' })}
          onClick={() => openPanel({ kind: 'alert', condition: priceCondition(price, decimals) })}
        >
          Alert at {formatPrice(price, decimals)}
        </MenuItem>
      )}
      <Menu.Divider />
      {scale.whyFixed ? (
        <Menu.Label>{scale.whyFixed}</Menu.Label>
      ) : (
        <RadioItems
          chosen={scale.drawn}
          items={scales.map((value) => ({ value, label: SCALE_LABELS[value] }))}
          onChoose={scale.set}
        />
      )}
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={scalesPriceOnly}
        onChange={(isOn) => updatePreferences({ scalesPriceOnly: isOn })}
      >
        Scale price only
      </Menu.CheckboxItem>
      <Menu.CheckboxItem checked={guides.hasTags} onChange={(hasTags) => setGuide({ hasTags })}>
        Tags of levels
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={guides.hasLastPriceLine}
        onChange={(hasLastPriceLine) => setGuide({ hasLastPriceLine })}
      >
        Last price line
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={guides.hasCountdown}
        onChange={(hasCountdown) => setGuide({ hasCountdown })}
      >
        Countdown
      </Menu.CheckboxItem>
      <Menu.Divider />
      <MenuItem icon={IconSettings} onClick={() => openPanel({ kind: 'settings' })}>
        Chart settings
      </MenuItem>
    </MenuAt>
  );
}
