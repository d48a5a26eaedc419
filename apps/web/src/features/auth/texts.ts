/** Verbatim from the specification. */
export const AUTH_TEXTS = {
  signUpLink: "Don't have an account? Sign Up",
  signInLink: 'Already have an account? Sign In',
  signIn: {
    title: 'Sign in to your account',
    forgot: 'Forgot Password?',
    codeTitle: 'Mobile phone verification',
    codeSentence: 'Enter the code we just sent to your phone linked to your account.',
    codeSending: 'Sending a code to your phone…',
    codeStillGood: 'Enter the code we sent to your phone a moment ago. It is still valid.',
    codeElsewhere: {
      'earlier-sign-in':
        'The last code, sent less than a minute ago, was for your previous sign-in on this device. Request a new one below.',
      'other-device':
        'The last code, sent less than a minute ago, was for a sign-in to your account in another browser or on another device. Request one for this sign-in below.',
      'phone-change':
        'The last code, sent less than a minute ago, was to confirm your new phone number. Request one for this sign-in below.',
      unknown: 'Codes are sent once a minute. Request one for this sign-in below.',
    },
    codeNumber: 'Codes go to your number ending in',
    recoveryLink: "Don't have access to your phone? Get a recovery code",
    recoveryLabel: 'Recovery code from your email',
    recoverySent: 'Recovery code has been sent to you email.',
    pendingTitle: 'Approval Pending',
    pending: 'Your account is still awaiting approval. You will receive an email once approved.',
    awaitingApproval: 'Your account is awaiting admin approval.',
    noTries: 'Too many attempts. Please sign in again.',
    noData: 'Something went wrong while validating your credentials. Please try again',
    noMessage: 'Login error: Unable to process your request',
    noResponse: 'Network error: Please try again later.',
    expired: 'The code was not entered in time. Please sign in again.',
  },
  register: {
    title: 'Sign up with email',
    checking: 'Checking your invite…',
    deadInvite: 'This invite is not valid any more. Please ask for a new one.',
    withoutInvite: 'Sign up without an invite',
    invited: 'You were invited to a commercial account.',
    successTitle: 'Registration Successful',
    success: 'Your account has been registered. You can now log in.',
    pending: 'Your account is awaiting approval. You will receive an email once approved.',
    noMessage: 'Registration error: Unable to process your request',
  },
  forgot: {
    title: 'Forgot Your Password?',
    submit: 'Request Reset',
    successTitle: 'Reset Link Sent',
    noMessage: 'Network error: Please try again later.',
    notHttp: 'Unexpected error: Unable to process your request.',
  },
  reset: {
    title: 'Reset Your Password',
    successTitle: 'Password Reset',
    success:
      'Your Password has been reset successfully. You can now sign in with your new password.',
    noToken: 'Reset token not found or not valid. Please request a new reset password link.',
    noMessage: 'Reset Password error: Unable to process your request',
  },
  /** Advice where no answer came, after the specified text. */
  noAnswer: {
    offline:
      'You are offline. Connect to the internet and try again; everything you entered is kept.',
    timedOut:
      'The server did not answer in time. Check your connection and try again; everything you entered is kept.',
    noResponse:
      'The server could not be reached. Wait a moment and try again; everything you entered is kept.',
  },
  standing: {
    label: 'Where your account stands',
    confirmed: 'Your email address is confirmed.',
    confirm: 'Please confirm your email address with the link in our email.',
    resend: 'Send the email again',
    resent: 'Sent to',
    missing:
      'If it does not arrive within a few minutes, please check your spam or junk folder. An address gets at most three emails an hour.',
    failed: 'The email could not be sent. Please try again.',
    approved: 'Your account is approved. You can sign in.',
    meanwhile: 'Until then, signing in shows where your account stands.',
    phone: {
      number: 'Codes for signing in will go to your number ending in',
      correct: 'Correct the number',
      save: 'Save the number',
      saved: 'The number is saved.',
      failed: 'The number could not be saved.',
    },
  },
  confirmEmail: {
    title: 'Confirm your email address',
    pending: 'Confirming your email address…',
    invalid:
      'This link is not valid or has been replaced. Please use the link in the most recent email, or sign in to see where your account stands.',
    failed: 'Your email address could not be confirmed. Please try again later.',
    retry: 'Try again',
    toSignIn: 'Go to sign-in',
  },
} as const;
