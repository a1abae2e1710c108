/** Fields that hold a password, also while the page shows it: a "show password" button makes them plain text fields. */
export const SECRET_FIELDS =
  'input[type="password" i],input[autocomplete~="current-password" i],input[autocomplete~="new-password" i]';
