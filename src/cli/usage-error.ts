/** What is wrong with a command line, where only its command could find out. */
export interface UsageError {
  readonly usageError: string;
}
