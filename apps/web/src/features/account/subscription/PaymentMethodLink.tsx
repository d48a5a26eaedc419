import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { paymentMethodQuery } from './billing-queries.ts';

/** Leads to where the provider lets the buyer change how they pay; nothing where there is no such page. */
export function PaymentMethodLink() {
  const { data: url, isError, isFetching, refetch } = useQuery(paymentMethodQuery);
  if (url) {
    return (
      <Button color="orange" component="a" href={url} target="_blank" rel="noreferrer">
        Update your payment
      </Button>
    );
  }
  if (!isError) return null;
  return (
    <ActionButton variant="default" isBusy={isFetching} onClick={() => void refetch()}>
      Look again where to pay
    </ActionButton>
  );
}
