import { Menu } from '@mantine/core';
import { FLAG_COLOURS, type FlagColour, type Watchlist } from '@moneytrail/contract';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { downloadBlob } from '../../../lib/download.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { colourName } from './RowTools.tsx';
import { symbolsText } from './read-symbols.ts';
import classes from './WatchlistPanel.module.css';

export type ListDialog = 'add' | 'new' | 'rename' | 'section' | 'order';

type Props = {
  list: Watchlist;
  hasOthers: boolean;
  onOpen: (dialog: ListDialog) => void;
  onColour: (colour: FlagColour | null) => void;
  onAlert: () => void;
  onDelete: () => void;
};

/** The menu of the shown list, and of all lists. */
export function ListMenu({ list, hasOthers, onOpen, onColour, onAlert, onDelete }: Props) {
  const save = () => {
    const text = new Blob([symbolsText(list.entries)], { type: 'text/plain' });
    downloadBlob(text, `${list.name}.txt`);
  };
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN}>
      <Menu.Target>
        <ToolButton label="List" icon={<IconDots size={20} stroke={1.75} />} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('add')}>Add or import symbols</Menu.Item>
        <Menu.Item onClick={() => onOpen('section')}>Add a section</Menu.Item>
        <Menu.Item onClick={onAlert}>Alert on every instrument</Menu.Item>
        <Menu.Item onClick={save}>Export</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onOpen('new')}>New watchlist</Menu.Item>
        <Menu.Item disabled={!hasOthers} onClick={() => onOpen('order')}>
          Order of the watchlists
        </Menu.Item>
        <Menu.Item onClick={() => onOpen('rename')}>Rename</Menu.Item>
        <Menu.Label>Colour</Menu.Label>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of a menu is no fieldset. */}
        <div className={classes.swatches} role="group" aria-label="Colour">
          {[null, ...FLAG_COLOURS].map((colour) => (
            <Menu.RadioItem
              key={colour ?? 'none'}
              value={colour ?? 'none'}
              className={classes.swatch ?? ''}
              classNames={{ itemIndicator: classes.indicator ?? '' }}
              checked={list.colour === colour}
              closeMenuOnClick
              aria-label={colour === null ? 'No colour' : colourName(colour)}
              title={colour === null ? 'No colour' : colourName(colour)}
              onChange={() => onColour(colour)}
            >
              <span className={classes.ink} data-colour={colour ?? undefined}>
                {list.colour === colour && <IconCheck size={14} stroke={2.5} aria-hidden="true" />}
              </span>
            </Menu.RadioItem>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item onClick={onDelete}>Delete the watchlist</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
