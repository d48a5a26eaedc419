import { Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { FileSection } from './FileSection.tsx';
import { LayoutList } from './LayoutList.tsx';
import classes from './LayoutsDialog.module.css';
import { layoutsQuery } from './layout-queries.ts';
import { PresentLayout } from './PresentLayout.tsx';
import { ShareSection } from './ShareSection.tsx';
import { useSavedState } from './use-saved-state.ts';
import { VersionList } from './VersionList.tsx';

/** The saved charts: the one on the screen, the others, what it was before, its link, files. */
export function LayoutsDialog() {
  const { openPanel, saver } = useChartScreen();
  const { layout, status } = useSavedState();
  const queryClient = useQueryClient();
  const close = () => openPanel(NOTHING_OPEN);
  useEffect(() => {
    if (status === 'saved') void readAnew(queryClient, layoutsQuery);
  }, [status, queryClient]);
  if (!saver) return null;
  return (
    <Dialog title="Saved charts" width={560} onClose={close} onPhone="full">
      <PresentLayout saver={saver} />
      <Tabs defaultValue="list" keepMounted={false} className={classes.tabs ?? ''}>
        <Tabs.List>
          <Tabs.Tab value="list">All charts</Tabs.Tab>
          <Tabs.Tab value="versions" disabled={!layout}>
            Versions
          </Tabs.Tab>
          <Tabs.Tab value="share" disabled={!layout}>
            Share
          </Tabs.Tab>
          <Tabs.Tab value="file">File</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list" className={classes.panel ?? ''}>
          <LayoutList saver={saver} onOpened={close} />
        </Tabs.Panel>
        {layout && (
          <>
            <Tabs.Panel value="versions" className={classes.panel ?? ''}>
              <VersionList saver={saver} id={layout.id} />
            </Tabs.Panel>
            <Tabs.Panel value="share" className={classes.panel ?? ''}>
              <ShareSection saver={saver} id={layout.id} />
            </Tabs.Panel>
          </>
        )}
        <Tabs.Panel value="file" className={classes.panel ?? ''}>
          <FileSection saver={saver} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
