/** Why a connection ended, as the metrics name it. */
export type CloseReason = 'peer' | 'refused_frame' | 'slow_reader' | 'silent' | 'unauthenticated' | 'ending';

/** Why a connection takes nothing new any more, and what it closes with once what is in flight was answered. */
export interface Ending {
  readonly why: CloseReason;
  /** RFC 6455, section 7.4.1. */
  readonly code: number;
  readonly reason: string;
}

const GOING_AWAY = 1001;
export const POLICY_VIOLATION = 1008;

export const SERVICE_CLOSES: Ending = { why: 'ending', code: GOING_AWAY, reason: 'the service is closing' };

export const STANDING_LOST: Ending = {
  why: 'unauthenticated',
  code: POLICY_VIOLATION,
  reason: 'the token is no longer valid: connect again with a new one',
};
