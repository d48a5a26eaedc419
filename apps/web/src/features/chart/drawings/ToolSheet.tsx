import { SegmentedControl, Switch } from '@mantine/core';
import type { DrawingTool } from '@moneytrail/chart';
import { IconClipboard } from '@tabler/icons-react';
import { useSelected } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { MAGNETS } from '../preferences/drawing-preferences.ts';
import { updateDrawing, usePreferences } from '../preferences/preferences.ts';
import { UndoButtons } from '../toolbar/UndoButtons.tsx';
import { AllDrawingsButtons } from './AllDrawingsButtons.tsx';
import { hasCopiedDrawing, pasteDrawing } from './copied-drawing.ts';
import { chooseTool } from './drawing-actions.ts';
import { TOOL_GROUPS, TOOL_NAMES } from './drawing-tools.ts';
import { ToolIcon } from './ToolIcon.tsx';
import classes from './ToolSheet.module.css';

const MAGNET_LABELS = { off: 'Off', weak: 'Weak', strong: 'Strong' } as const;

/** The drawing tools of a small window; after a choice, taps on the chart place the points. */
export function ToolSheet({ controller }: { controller: ChartController }) {
  const { openPanel } = useChartScreen();
  const { magnet, staysInTool } = usePreferences().drawing;
  const active = useSelected(controller.drawing, ({ tool }) => tool);
  const choose = (tool: DrawingTool) => {
    chooseTool(controller, tool === active ? null : tool);
    openPanel(NOTHING_OPEN);
  };
  return (
    <Dialog title="Draw" width={420} onClose={() => openPanel(NOTHING_OPEN)}>
      <div className={classes.groups}>
        <div className={classes.actions}>
          <UndoButtons />
          <ToolButton
            label="Paste drawing"
            icon={<IconClipboard size={20} stroke={1.75} />}
            disabled={!hasCopiedDrawing()}
            onClick={() => {
              pasteDrawing(controller);
              openPanel(NOTHING_OPEN);
            }}
          />
          <span className={classes.spacer} />
          <AllDrawingsButtons controller={controller} tipSide="bottom" />
        </div>
        {TOOL_GROUPS.map(({ name, tools }) => (
          <section key={name} aria-label={name} data-small={tools.length <= 2 || undefined}>
            <h3 className={classes.heading}>{name}</h3>
            <div className={classes.tools}>
              {tools.map((tool) => (
                <button
                  key={tool}
                  type="button"
                  className={classes.tool}
                  aria-pressed={tool === active}
                  onClick={() => choose(tool)}
                >
                  <ToolIcon tool={tool} size={24} />
                  {TOOL_NAMES[tool]}
                </button>
              ))}
            </div>
          </section>
        ))}
        <div>
          <div className={classes.heading} id="magnet-label">
            Magnet
          </div>
          <SegmentedControl
            fullWidth
            aria-labelledby="magnet-label"
            value={magnet}
            onChange={(value) =>
              updateDrawing({ magnet: MAGNETS.find((one) => one === value) ?? 'off' })
            }
            data={MAGNETS.map((value) => ({ value, label: MAGNET_LABELS[value] }))}
          />
        </div>
        <Switch
          label="Stay in drawing mode"
          checked={staysInTool}
          onChange={({ currentTarget: { checked } }) => updateDrawing({ staysInTool: checked })}
        />
      </div>
    </Dialog>
  );
}
