/** `Account: payment noted` for `account.payment-noted`. */
export function actionText(action: string): string {
  const [subject = '', ...rest] = action.split('.').map((part) => part.replaceAll('-', ' '));
  const named = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
  return rest.length === 0 ? named : `${named}: ${rest.join(' ')}`;
}

/** `Paid until`, `time` for `timeMs`. */
export function fieldText(field: string): string {
  const words = field
    .replace(/Ms$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
