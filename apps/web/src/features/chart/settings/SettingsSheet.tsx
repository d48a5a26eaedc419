import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { BarColours } from './BarColours.tsx';
import { GuideSwitch, PreferenceSwitch } from './PreferenceSwitch.tsx';
import { ScaleSettings } from './ScaleSettings.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';
import classes from './SettingsSheet.module.css';

type Props = {
  title: string;
  /** Beside the chart, where there is room for both. */
  isAside?: boolean;
  /** What stands above the settings, as on phones. */
  children?: React.ReactNode;
};

/** How the chart looks; what is changed is on it at once. */
export function SettingsSheet({ title, isAside = false, children }: Props) {
  const { openPanel } = useChartScreen();
  return (
    <Dialog title={title} width={420} isAside={isAside} onClose={() => openPanel(NOTHING_OPEN)}>
      <div className={classes.settings}>
        {children}
        <Settings />
      </div>
    </Dialog>
  );
}

function Settings() {
  return (
    <>
      <SettingsGroup title="Scale">
        <ScaleSettings />
      </SettingsGroup>
      <SettingsGroup title="Bars">
        <BarColours />
        <PreferenceSwitch
          name="hasMarks"
          label="Buy and sell marks"
          description="At the bars that gave a signal."
        />
        <PreferenceSwitch
          name="hasVolume"
          label="Volume"
          description="Under the bars, where the market tells how much was traded."
        />
      </SettingsGroup>
      <SettingsGroup title="Lines">
        <GuideSwitch name="hasGrid" label="Grid" />
        <GuideSwitch name="hasLastPriceLine" label="Last price line" />
        <GuideSwitch
          name="hasCountdown"
          label="Countdown"
          description="Time to the close of the bar, below the last price."
        />
        <GuideSwitch
          name="hasSessionBreaks"
          label="Session breaks"
          description="Where a trading day begins, on intervals below a day."
        />
      </SettingsGroup>
      <SettingsGroup title="Keyboard">
        <PreferenceSwitch
          name="hasSingleKeys"
          label="Single-key shortcuts"
          description="Letters open the search, digits choose an interval."
        />
      </SettingsGroup>
    </>
  );
}
