import { Menu } from '@mantine/core';
import type { Drawing } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS } from '@moneytrail/chart/model';
import {
  IconBellPlus,
  IconClipboardCopy,
  IconCopy,
  IconEyeOff,
  IconLetterT,
  IconLock,
  IconLockOpen,
  IconPalette,
  IconPencilPlus,
  IconSettings,
  IconStackBack,
  IconStackFront,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { conditionOfDrawing } from '../alerts/figure-of.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { openDrawingNote } from '../journal/open-note.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { MenuAt } from '../pointing/ChartMenu.tsx';
import { MenuItem } from '../pointing/MenuItem.tsx';
import type { MenuPlace } from '../pointing/menu-place.ts';
import { copyDrawing } from './copied-drawing.ts';
import { editText, removeDrawings } from './drawing-actions.ts';
import { hideDrawing, resetStyle } from './drawing-changes.ts';

type Props = { controller: ChartController; drawing: Drawing };

type MenuProps = Props & { place: MenuPlace; onClose: () => void };

/** The context menu of a drawing. */
export function DrawingMenu({ controller, drawing, place, onClose }: MenuProps) {
  return (
    <MenuAt label="Drawing menu" place={place} onClose={onClose}>
      <DrawingItems controller={controller} drawing={drawing} />
    </MenuAt>
  );
}

/** The actions on a drawing, for menus. */
export function DrawingItems({ controller, drawing }: Props) {
  const { id, tool, isLocked } = drawing;
  const screen = useChartScreen();
  const { openPanel } = screen;
  const condition = conditionOfDrawing(screen, drawing);
  const { drawings } = controller.engine;
  const Lock = isLocked ? IconLockOpen : IconLock;
  return (
    <>
      {DRAWING_TOOL_DEFINITIONS[tool].hasText && !isLocked && (
        <MenuItem icon={IconLetterT} keys="Enter" onClick={() => editText(controller, drawing)}>
          Edit text
        </MenuItem>
      )}
      {condition && (
        <MenuItem icon={IconBellPlus} onClick={() => openPanel({ kind: 'alert', condition })}>
          Alert
        </MenuItem>
      )}
      <MenuItem icon={IconPencilPlus} onClick={() => openDrawingNote(screen, drawing)}>
        Note on this drawing
      </MenuItem>
      <MenuItem
        icon={IconSettings}
        keys="Double click"
        onClick={() => openPanel({ kind: 'drawing', drawing: id })}
      >
        Settings
      </MenuItem>
      <MenuItem
        icon={IconClipboardCopy}
        keys="Ctrl+C"
        onClick={() => copyDrawing(controller, drawing)}
      >
        Copy
      </MenuItem>
      <MenuItem icon={IconCopy} keys="Ctrl+D" onClick={() => drawings.clone(id)}>
        Clone
      </MenuItem>
      <MenuItem icon={Lock} onClick={() => drawings.change([id], { isLocked: !isLocked })}>
        {isLocked ? 'Unlock' : 'Lock'}
      </MenuItem>
      <MenuItem icon={IconEyeOff} onClick={() => hideDrawing(controller, drawing)}>
        Hide
      </MenuItem>
      <Menu.Divider />
      <MenuItem icon={IconStackFront} onClick={() => drawings.reorder(id, 'front')}>
        Bring to front
      </MenuItem>
      <MenuItem icon={IconStackBack} onClick={() => drawings.reorder(id, 'back')}>
        Send to back
      </MenuItem>
      <MenuItem
        icon={IconTemplate}
        onClick={() => openPanel({ kind: 'drawing-templates', drawing: id })}
      >
        Templates
      </MenuItem>
      <MenuItem icon={IconPalette} onClick={() => resetStyle(controller, drawing)}>
        Reset style
      </MenuItem>
      <Menu.Divider />
      <MenuItem icon={IconTrash} keys="Del" onClick={() => removeDrawings(controller, [drawing])}>
        Remove
      </MenuItem>
    </>
  );
}
