import Negotiator from 'negotiator';
import type { Asked } from './hail.ts';
import { V2_MEDIA_TYPE } from './json-bodies.ts';

const EVENT_STREAM = 'text/event-stream';
const OFFERED = ['application/json', V2_MEDIA_TYPE, EVENT_STREAM];

/** Whether `Accept` names an event stream and likes no other form of the answer better. */
export function prefersStream({ headers: { accept } }: Asked): boolean {
  if (accept === undefined || !namesStream(accept)) return false;
  // Negotiation breaks a tie by order. Liked equally, the stream wins: it says all that the answer does, and more.
  const streamFirst = accept.split(',').sort((one, other) => Number(namesStream(other)) - Number(namesStream(one)));
  const [best] = new Negotiator({ headers: { accept: streamFirst.join(',') } }).mediaTypes(OFFERED);
  return best === EVENT_STREAM;
}

export function namesStream(range: string): boolean {
  return /text\/event-stream/i.test(range);
}
