/** What the bare servers answer: as large as a Waybill answer, with nothing checked, minted, logged or counted. */
export function echoAnswer(request: {
  readonly intent: unknown;
  readonly context: unknown;
  readonly payload: unknown;
}) {
  return {
    intent: request.intent,
    context: request.context,
    outcome: {
      status: 'fulfilled',
      effect: 'none',
      result: request.payload,
      verification: { status: 'verified', side_effects: [] },
    },
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
}
