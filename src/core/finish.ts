import type { Acted } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { Answered } from './answered.ts';
import { broken } from './broken.ts';
import { conclude, concludeReplay, concludeSigned } from './conclude.ts';
import type { Core } from './core.ts';
import { type End, isReplay } from './end.ts';
import type { ReceiptSigner } from './receipts/receipt-signer.ts';
import { settle } from './single-use/single-use.ts';
import type { Way } from './way.ts';

/** Answers a request, and lets go of what it held. Every act that was dispatched is given a receipt, whatever came of it. */
export function finish(core: Core, way: Way, end: End): Answered | Promise<Answered> {
  if (isReplay(end)) return leave(core, way, concludeReplay(core, way, end));
  if (core.receipts !== undefined && way.dispatched) return finishSigned(core, way, end, core.receipts);
  return leave(core, way, conclude(core, way, end));
}

async function finishSigned(core: Core, way: Way, end: Acted | Failure, signer: ReceiptSigner): Promise<Answered> {
  const answered = await concludeSigned(core, way, end, signer).catch((thrown) =>
    conclude(core, way, broken(core, way, thrown)),
  );
  return leave(core, way, answered);
}

/** An answer of which a nonce is kept is kept whole, with its receipt. */
function leave(core: Core, way: Way, answered: Answered): Answered | Promise<Answered> {
  way.stop?.close();
  core.running.leave();
  return way.claim?.isHeld ? settle(core, way.claim, answered) : answered;
}
