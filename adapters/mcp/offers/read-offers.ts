import type { RequestOptions } from '@modelcontextprotocol/client';
import type { Connection } from '../connections/connection.ts';

/** What a server offers beside its tools. */
export interface ListedOffers {
  /** What it says to whoever uses it. */
  readonly instructions: string | undefined;
}

export async function readOffers({ client }: Connection, _options: RequestOptions): Promise<ListedOffers> {
  return { instructions: client.getInstructions() };
}
