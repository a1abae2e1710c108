import type { LoggingMessageNotificationParams } from '@modelcontextprotocol/client';
import { type HideSecrets, hideInProgress } from '../../../declarative/hide-secrets.ts';
import { ProgressBudget } from '../../../declarative/progress-budget.ts';
import type { WaitingCalls } from './waiting-calls.ts';

const MOST_CHARACTERS = 2000;

/**
 * Tells a caller, as progress, of the lines that the server logs while its call runs. A line does not say to which call it
 * belongs: it is told where one alone waits.
 */
export function tellLogLine(
  waiting: WaitingCalls,
  hide: HideSecrets,
): (params: LoggingMessageNotificationParams) => void {
  const budget = new ProgressBudget();
  return ({ data, logger, level }) => {
    const call = waiting.alone();
    if (typeof call === 'string' || !budget.take()) return;
    const message = (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).slice(0, MOST_CHARACTERS);
    call.progress(hideInProgress({ message, data: { level, ...(logger !== undefined && { logger }) } }, hide));
  };
}
