/** What of a person is needed to name them. */
export type NamedPerson = { firstName: string; lastName: string; username: string };

/** The full name, the username where there is none. */
export function fullName({ firstName, lastName, username }: NamedPerson): string {
  return `${firstName} ${lastName}`.trim() || username;
}

/** One or two capital letters that stand for a person. */
export function initialsOf(person: NamedPerson): string {
  const { firstName, lastName } = person;
  const letters = `${firstName.trim().charAt(0)}${lastName.trim().charAt(0)}`;
  return (letters || fullName(person).charAt(0)).toUpperCase();
}
