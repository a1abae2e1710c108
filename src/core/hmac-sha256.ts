import { hash, type KeyObject } from 'node:crypto';

/** SHA-256 works on blocks of this size, and gives digests of that one (FIPS 180-4). */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Room for any text that is signed here; longer ones get a buffer of their own. */
const ROOM_BYTES = 4096;

/**
 * HMAC-SHA-256 (RFC 2104) of a text under one key, as hex. Two one-shot hashes over buffers that are kept: an Hmac object
 * a call took about twice as long in a loop of its own. A test holds it to `createHmac`.
 */
export function createHmacSha256(key: KeyObject): (text: string) => string {
  const secret = key.export();
  if (secret.length > BLOCK_BYTES)
    throw new Error(`The key has ${secret.length} bytes; up to ${BLOCK_BYTES} are taken`);
  const inner = padded(secret, 0x36, ROOM_BYTES);
  const outer = padded(secret, 0x5c, DIGEST_BYTES);
  return (text) => {
    // A UTF-16 unit has up to three bytes in UTF-8.
    const message = text.length * 3 <= ROOM_BYTES ? inner : Buffer.concat([inner], BLOCK_BYTES + text.length * 3);
    const bytes = BLOCK_BYTES + message.write(text, BLOCK_BYTES);
    outer.write(hash('sha256', message.subarray(0, bytes), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer, 'hex');
  };
}

/** The key, filled up to a block and masked, with room for what is hashed behind it. */
function padded(secret: Buffer, mask: number, roomBytes: number): Buffer {
  const buffer = Buffer.alloc(BLOCK_BYTES + roomBytes, mask);
  for (const [index, byte] of secret.entries()) buffer[index] = byte ^ mask;
  return buffer;
}
