import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contracts/json.ts';

/** Sends one request of the protocol on a connection, with the parameters and options that every request for a call has. */
export type Send = (client: Client, params: JsonObject, options: RequestOptions) => Promise<object>;
