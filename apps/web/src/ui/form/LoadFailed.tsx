import type { ReactNode } from 'react';
import { ActionButton } from '../ActionButton.tsx';
import { FormAlert } from './FormAlert.tsx';
import form from './form.module.css';

type Props = { children: ReactNode; isBusy?: boolean; onRetry: () => void };

/** An error and a retry button in place of content that failed to load. */
export function LoadFailed({ children, isBusy = false, onRetry }: Props) {
  return (
    <div className={form.fields}>
      <FormAlert>{children}</FormAlert>
      <div className={form.actions}>
        <ActionButton variant="default" isBusy={isBusy} onClick={onRetry}>
          Retry
        </ActionButton>
      </div>
    </div>
  );
}
