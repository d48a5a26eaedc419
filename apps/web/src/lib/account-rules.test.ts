import { describe, expect, it } from 'vitest';
import { confirmationProblem, newPasswordProblem, signInPasswordProblem } from './account-rules.ts';
import { loadCommonPasswords } from './common-passwords.ts';

describe('form rules beyond the contract', () => {
  it.each([
    ['', null],
    ['Ab1!x', 'Password must be at least 6 characters long'],
    ['abcdef', null],
  ])('password "%s" to sign in with: %s', (password, problem) => {
    expect(signInPasswordProblem(password)).toBe(problem);
  });

  it.each([
    ['', 'Password is required'],
    ['Ab1!', 'Password must be at least 6 characters long'],
    ['ab1!xyz', 'Requires at least 1 uppercase letter'],
    ['AB1!XYZ', 'Requires at least 1 lowercase letter'],
    ['Abc!xyz', 'Requires at least 1 digit'],
    ['Abc1_xyz', 'Requires at least 1 special character'],
    ['Abc1 xyz', null],
  ])('new password "%s": %s', (password, problem) => {
    expect(newPasswordProblem(password)).toBe(problem);
  });

  it('a common password is a problem once the list has loaded', async () => {
    expect(newPasswordProblem('Password1!')).toBeNull();
    await loadCommonPasswords();
    expect(newPasswordProblem('Password1!')).toBe(
      'This password is too common. Please choose another one.',
    );
    expect(newPasswordProblem('Abc1 xyz')).toBeNull();
  });

  it('a confirmation is required and must equal the password', () => {
    expect(confirmationProblem('', 'Abc1!x')).toBe('Password confirmation is required');
    expect(confirmationProblem('Abc1!x ', 'Abc1!x')).toBe('Passwords do not match');
    expect(confirmationProblem('Abc1!x', 'Abc1!x')).toBeNull();
  });
});
