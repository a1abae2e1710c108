/** A client's text as messages quote it: they go to the log, and a megabyte of it would go with them. */
export function clip(text: string, mostUnits = 200): string {
  return text.length <= mostUnits ? text : `${text.slice(0, mostUnits - 1)}…`;
}
