import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { MAX_SCREENS, type SavedScreen } from '@moneytrail/contract';
import { IconBellPlus, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '../../../api/alerts.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { screensQuery } from '../../../api/screens.ts';
import { beginCopy } from '../../../lib/copy-text.ts';
import { isSameScreen, NEW_SCREEN, type Screen } from '../../../lib/screen-address.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { NameDialog } from '../../../ui/NameDialog.tsx';
import type { ScreenerParts } from '../parts.ts';
import classes from './ScreensMenu.module.css';
import { addScreen, changeScreen, removeScreen } from './saved-screens.ts';

type Props = Pick<ScreenerParts, 'ScreenAlert'> & {
  screen: Screen;
  /** The id in the address; the screen may be another person's or deleted. */
  openId: number | null;
  /** Shows a saved screen instead; null for one that is not saved. */
  onOpen: (screen: Screen, id: number | null) => void;
  /** The shown screen is saved under this id, or no longer saved. */
  onSaved: (id: number | null) => void;
  /** A save has met another one, so that the open screen differs from what was sent. */
  onMerged: (screen: Screen) => void;
};

/** The saved screens: opens them, saves the shown one, shares it by its address, and makes alerts on it. */
export function ScreensMenu({ screen, openId, onOpen, onSaved, onMerged, ScreenAlert }: Props) {
  const client = useQueryClient();
  const { data: screens = [], isError, isFetching, refetch } = useQuery(screensQuery);
  const open = screens.find(({ id }) => id === openId);
  const [naming, setNaming] = useState<'new' | 'alert' | 'rename' | null>(null);
  const [alerted, setAlerted] = useState<SavedScreen | null>(null);
  const isChanged = open !== undefined && !isSameScreen(screen, open);
  const fields = { question: screen.question, columns: [...screen.columns] };
  const show = (saved: SavedScreen) => onOpen(saved, saved.id);
  const told = (text: string) => showToast({ kind: 'success', text });

  const add = useMutation({
    mutationFn: ({ name }: { name: string; over: number | null; isForAlert: boolean }) =>
      addScreen(client, { name, ...fields }),
    onSuccess: (made, { over, isForAlert }) => {
      // Its user may have changed the screen meanwhile, or opened another one.
      if (openId === over) onSaved(made.id);
      told(`“${made.name}” was saved.`);
      if (isForAlert) setAlerted(made);
    },
  });
  const save = useMutation({
    mutationFn: ({ base, change }: { base: SavedScreen; change: Partial<SavedScreen> }) =>
      changeScreen(client, base, change),
    onSuccess: (saved, { base, change }) => {
      // A name alone leaves the shown screen as it is, as do changes that were made meanwhile.
      const { question, columns } = change;
      const isAsSent =
        openId === base.id && question && columns && isSameScreen(screen, { question, columns });
      if (isAsSent) onMerged(saved);
      const isMerged = saved.revision > base.revision + 1;
      const merged = isMerged ? ' It was changed elsewhere too; both changes are kept.' : '';
      told(change.name ? `Renamed to “${saved.name}”.` : `“${saved.name}” was saved.${merged}`);
    },
  });
  const remove = useMutation({
    mutationFn: (gone: SavedScreen) => removeScreen(client, gone),
    onSuccess: (_, gone) => {
      if (openId === gone.id) onSaved(null);
      // It comes back as another one, as the first one is gone on all devices.
      const readAlerts = () => void readAnew(client, { queryKey: alertsQuery.queryKey });
      readAlerts();
      const restore = async () => {
        show(await addScreen(client, gone, { replaces: gone.id }));
        readAlerts();
      };
      showToast({
        kind: 'info',
        text: `“${gone.name}” was deleted.`,
        action: { label: 'Undo', run: () => void restore().catch(() => undefined) },
      });
    },
  });
  const copyLink = async () => {
    // Another account has no such saved screen.
    const link = new URL(location.href);
    link.searchParams.delete('screen');
    const isCopied = await beginCopy().finish(link.href);
    showToast(
      isCopied
        ? { kind: 'success', text: 'The link to this screen was copied.' }
        : { kind: 'error', text: 'The link was not copied. It is the address of this page.' },
    );
  };
  /** An alert follows a saved screen: one that is not saved is saved first. */
  const alertOnRows = () => (open ? setAlerted(open) : setNaming('alert'));
  const isSaving = add.isPending || save.isPending || remove.isPending;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionButton
            variant="default"
            className={classes.target ?? ''}
            isBusy={isSaving}
            rightSection={<IconChevronDown size={16} stroke={1.75} />}
          >
            {open ? `${open.name}${isChanged ? ' (changed)' : ''}` : 'Saved screens'}
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown ?? ''}>
          {isError && (
            <Menu.Item
              disabled={isFetching}
              closeMenuOnClick={false}
              onClick={() => void refetch()}
            >
              The saved screens could not be read. Retry
            </Menu.Item>
          )}
          {screens.map((saved) => (
            <Menu.Item
              key={saved.id}
              leftSection={
                <span className={classes.check}>
                  {saved.id === open?.id && <IconCheck size={16} stroke={1.75} />}
                </span>
              }
              aria-current={saved.id === open?.id || undefined}
              onClick={() => show(saved)}
            >
              {saved.name}
            </Menu.Item>
          ))}
          {screens.length > 0 && <Menu.Divider />}
          <Menu.Item
            disabled={!isChanged}
            onClick={() => open && save.mutate({ base: open, change: fields })}
          >
            Save
          </Menu.Item>
          <Menu.Item disabled={screens.length >= MAX_SCREENS} onClick={() => setNaming('new')}>
            Save as…
          </Menu.Item>
          <Menu.Item disabled={!open} onClick={alertOnRows}>
            Alert on new rows…
          </Menu.Item>
          <Menu.Item disabled={!open} onClick={() => setNaming('rename')}>
            Rename…
          </Menu.Item>
          <Menu.Item disabled={!open} onClick={() => open && remove.mutate(open)}>
            Delete
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => void copyLink()}>Copy the link</Menu.Item>
          <Menu.Item onClick={() => onOpen(NEW_SCREEN, null)}>New screen</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tooltip label="Alert on new rows">
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Alert on new rows"
          disabled={isSaving || (!open && screens.length >= MAX_SCREENS)}
          onClick={alertOnRows}
        >
          <IconBellPlus size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {alerted && <ScreenAlert screen={alerted} onClose={() => setAlerted(null)} />}
      {(naming === 'new' || naming === 'alert') && (
        <NameDialog
          title={naming === 'alert' ? 'Save the screen for its alert' : 'Save the screen'}
          onName={(name) => {
            setNaming(null);
            add.mutate({ name, over: openId, isForAlert: naming === 'alert' });
          }}
          onClose={() => setNaming(null)}
        />
      )}
      {naming === 'rename' && open && (
        <NameDialog
          title="Rename"
          first={open.name}
          onName={(name) => {
            setNaming(null);
            save.mutate({ base: open, change: { name } });
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}
