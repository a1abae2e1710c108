import type { Server } from '@modelcontextprotocol/server';

/**
 * Subscriptions to one resource, as clients of 2025 know them, are not offered: without a session there is no way to tell such a
 * client of anything. Some subscribe without looking; they are let do it, and are never told anything, as of a resource that stays as
 * it is. Whether a list has changed they find out by reading it again.
 */
export function takeOldSubscriptions(server: Server): void {
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}
