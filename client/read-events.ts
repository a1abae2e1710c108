import type { Progress } from '../contracts/progress.ts';

/** Reads a streamed answer to its end: tells of progress, and gives the JSON of the outcome where one came. */
export async function readEvents(
  body: AsyncIterable<Uint8Array>,
  onProgress: (progress: Progress) => void,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let outcome: string | undefined;
  let text = '';
  for await (const bytes of body) {
    const events = (text + decoder.decode(bytes, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? []; // a comment has neither
      if (name === 'outcome') outcome = data;
      if (name === 'progress' && data !== undefined) {
        const progress: Progress = JSON.parse(data);
        // Later, so that what a listener throws is not taken for a connection that broke.
        queueMicrotask(() => onProgress(progress));
      }
    }
  }
  return outcome;
}
