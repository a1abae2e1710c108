import type { WaybillRequest } from '../../contracts/request.ts';
import { CAPABILITIES, goodRequest, type IdWishes } from '../http/good-request.ts';
import type { Good } from '../http/sheets/bad-request.ts';
import { MATRIX_SECRET, matrixSettings } from './matrix-config.ts';

/** Streams are taken: whether one is given is the transport's matter. */
export const MATRIX_CAPABILITIES = { ...CAPABILITIES, supports_streaming: true };

/** Good requests for a service with the configuration of the matrix, in whatever process. */
export function matrixGood(secret = MATRIX_SECRET): Good {
  const settings = matrixSettings(secret);
  const request = (key?: string, id?: IdWishes): WaybillRequest => ({
    ...goodRequest(settings, key, id),
    client_capabilities: { ...MATRIX_CAPABILITIES },
  });
  return { settings, port: '', request };
}
