import { paths } from '../../paths.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Message } from '../ui/Message.tsx';

export default function NotFoundPage() {
  return (
    <Message
      title="Page not found"
      text="There is nothing at this address. It may be mistyped, or the page may have moved."
    >
      <ButtonLink href={paths.home} kind="navy">
        Home
      </ButtonLink>
      <ButtonLink href={paths.liveChart} kind="plain">
        Live Chart
      </ButtonLink>
    </Message>
  );
}
