export const USER_TYPE_TEXTS = { commercial: 'Commercial User', retail: 'Retail User' } as const;

type NamedPerson = { firstName: string; lastName: string; username: string };

/** Falls back to the username. */
export function fullName({ firstName, lastName, username }: NamedPerson): string {
  return `${firstName} ${lastName}`.trim() || username;
}

/** One or two capitals. */
export function initialsOf(person: NamedPerson): string {
  const { firstName, lastName } = person;
  const letters = `${firstName.trim().charAt(0)}${lastName.trim().charAt(0)}`;
  return (letters || fullName(person).charAt(0)).toUpperCase();
}
