import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { EmptyAnswer, readSignInFailure } from './sign-in-error.ts';

const failed = (status: number, code: string, message?: string) =>
  new ApiError('generic', { status, code, cause: message });

describe('a failed sign-in', () => {
  it.each([
    ['by its code', failed(403, 'PENDING_APPROVAL', 'another text')],
    ['by the text alone', failed(403, 'FORBIDDEN', 'Your account is awaiting admin approval.')],
  ])('of a pending account, recognised %s, opens the modal', (_, error) => {
    expect(readSignInFailure(error)).toEqual({
      kind: 'pending',
      isEmailConfirmed: true,
      phoneEnding: null,
    });
  });

  it('of a pending account says if its address is not confirmed, and where codes will go', () => {
    const details = {
      status: 403,
      code: 'PENDING_APPROVAL',
      detail: 'EMAIL_UNCONFIRMED',
      phoneEnding: '101',
    };
    const failure = readSignInFailure(new ApiError('generic', details));
    expect(failure).toEqual({ kind: 'pending', isEmailConfirmed: false, phoneEnding: '101' });
  });

  it('with no attempts left starts over', () => {
    expect(readSignInFailure(failed(400, 'CHALLENGE_ENDED', 'x'))).toEqual({
      kind: 'start-again',
      text: 'Too many attempts. Please sign in again.',
    });
  });

  it.each([
    [
      failed(401, 'INVALID_CREDENTIALS', 'Incorrect email or password.'),
      'Incorrect email or password.',
    ],
    [
      failed(403, 'ACCESS_REVOKED', 'Your access has been revoked. Please contact us.'),
      'Your access has been revoked. Please contact us.',
    ],
    [failed(500, 'INTERNAL'), 'Login error: Unable to process your request'],
    [
      failed(0, 'NO_RESPONSE'),
      'Network error: Please try again later. The server could not be reached. Wait a moment and try again; everything you entered is kept.',
    ],
    [new EmptyAnswer(), 'Something went wrong while validating your credentials. Please try again'],
  ])('shows the specified text (%#)', (error, text) => {
    expect(readSignInFailure(error)).toEqual({ kind: 'message', text });
  });
});
