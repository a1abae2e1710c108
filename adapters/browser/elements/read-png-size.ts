const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The IHDR chunk comes first: its length and name take 8 bytes, then width and height follow (PNG, third edition, 11.2.1). */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** Pixels; undefined where the bytes are no PNG. */
export function readPngSize(png: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (png.length < HEIGHT_AT + 4 || !png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  return { width: png.readUInt32BE(WIDTH_AT), height: png.readUInt32BE(HEIGHT_AT) };
}
