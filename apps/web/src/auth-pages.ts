import { lazyRouteComponent } from '@tanstack/react-router';

export const AuthDialog = lazyRouteComponent(
  () => import('./features/auth/AuthDialog.tsx'),
  'AuthDialog',
);

export const SignInPage = lazyRouteComponent(
  () => import('./features/auth/sign-in/SignInPage.tsx'),
  'SignInPage',
);

export const RegisterPage = lazyRouteComponent(
  () => import('./features/auth/register/RegisterPage.tsx'),
  'RegisterPage',
);

export const ForgotPasswordPage = lazyRouteComponent(
  () => import('./features/auth/password/ForgotPasswordPage.tsx'),
  'ForgotPasswordPage',
);

export const ResetPasswordPage = lazyRouteComponent(
  () => import('./features/auth/password/ResetPasswordPage.tsx'),
  'ResetPasswordPage',
);

export const ConfirmEmailPage = lazyRouteComponent(
  () => import('./features/auth/confirm-email/ConfirmEmailPage.tsx'),
  'ConfirmEmailPage',
);
