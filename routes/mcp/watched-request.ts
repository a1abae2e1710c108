/** A request whose signal is the given one, as it is: to have the platform follow one costs more than the rest of the request. */
export function watchedRequest(url: string, headers: Headers, signal: AbortSignal): Request {
  return Object.defineProperty(new Request(url, { method: 'POST', headers }), 'signal', { value: signal });
}
