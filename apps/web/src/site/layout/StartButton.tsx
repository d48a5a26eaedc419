import { paths } from '../../paths.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { BySession } from './BySession.tsx';

/** The main action of every public page: visitors sign up, users go to their charts. */
export function StartButton({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <BySession
      signedOut={
        <ButtonLink href={paths.register} kind="act" isLarge={isLarge}>
          Get Started
        </ButtonLink>
      }
      signedIn={
        <ButtonLink href={paths.login} kind="act" isLarge={isLarge}>
          Go To Dashboard
        </ButtonLink>
      }
    />
  );
}
