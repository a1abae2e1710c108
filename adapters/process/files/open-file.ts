import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** NOFOLLOW: the path is a real one by now, and what became a link since leads elsewhere. NONBLOCK: a FIFO is not waited for. */
const TO_LOOK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opens a file for a lock; the code of the error where it can't be, ENOENT of a link that leads nowhere. */
export async function openFile(path: string, isMade = false): Promise<FileHandle | string> {
  try {
    return await open(path, isMade ? TO_LOOK | constants.O_CREAT : TO_LOOK, 0o666);
  } catch (thrown) {
    const code = errorCode(thrown);
    return code === 'ELOOP' ? 'ENOENT' : code;
  }
}
