import { Drawer } from '@mantine/core';
import { Logo } from '../../ui/Logo.tsx';
import classes from './NavigationDrawer.module.css';
import { NavigationList } from './NavigationList.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** The navigation of a phone, over the page. */
export function NavigationDrawer({ isOpen, onClose }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      title={<Logo variant="light" />}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        close: classes.close ?? '',
        body: classes.body ?? '',
      }}
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <nav aria-label="Main" className={classes.list}>
        <NavigationList onChoose={onClose} />
      </nav>
    </Drawer>
  );
}
